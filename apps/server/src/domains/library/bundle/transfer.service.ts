import { AuthType, type ImportReport } from '@orrery/contract'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Locale } from '#kit/errors.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { flatten, readFacts } from '@orrery/engine/canvas-facts'
import { bundleErrors } from './bundle.errors.ts'
import { hashOf, isBundle, readBundle, writeBundle } from './bundle-file.ts'
import type { BundleService, CreationOptions } from './bundle.service.ts'
import { type BundleItem, type CarriedFile, nameHere, portableKinds, type Target } from './bundle-types.ts'
import { parseDify, readDify } from './read-dify.ts'
import { type Json, list, object, shorten, text, whole } from './read-value.ts'

export interface TransferDeps {
  bundles: BundleService
  resources: ResourceService
  blobs: Blobs
  knownNodeTypes: ReadonlySet<string>
  mayCopy(userId: string, id: string): Promise<boolean>
  creationOptions(to: {
    spaceId: string
    userId: string
    projectId?: string | undefined
    file?: Target['file']
  }): Omit<CreationOptions, 'publishes'>
  defaultModel(spaceId: string): Promise<string>
}
export interface ImportRequest {
  content: string
  fileName?: string
  spaceId: string
  userId: string
  projectId?: string | undefined
  isDry: boolean
  publishes: boolean
  given: Record<string, string>
  /** Of what is said about the file. */
  locale?: Locale
}
interface Read {
  format: ImportReport['format']
  items: BundleItem[]
  files: Map<string, CarriedFile>
  leftOut: ImportReport['left_out']
}

/** Resources as files, out and in. A file is content that anybody may have written: nothing in it is believed or run. */
export function createTransfers(deps: TransferDeps) {
  const { bundles, resources, blobs } = deps

  function readCanvas(value: Json, fileName = ''): BundleItem[] | undefined {
    const fallback = shorten(fileName.replace(/(\.orrery)?\.[a-z]+$/i, ''), 100) || 'Imported'
    const item = (id: string, name: string, description: string, flowMode: number, schema: string): BundleItem => ({
      kind: 'workflow',
      id,
      name: shorten(name, 100) || fallback,
      description: shorten(description, 2000),
      icon: '',
      subType: flowMode,
      project: '',
      published: false,
      needs: needsOf(schema),
      models: readFacts(schema).needs.models,
      content: { schema, flowMode },
    })
    if (value.format === 'orrery.workflows')
      return list(value.workflows).map((entry) => {
        const { id, name, description, flow_mode, schema } = object(entry)
        return item(text(id, 40), text(name, 300), text(description, 8000), whole(flow_mode), text(schema, 20_000_000))
      })
    if (!Array.isArray(value.nodes)) return undefined
    return [item('canvas', text(value.name, 300), text(value.description, 8000), 0, JSON.stringify(value))]
  }
  async function read({ content, fileName, spaceId, locale }: ImportRequest): Promise<Read> {
    let value: unknown
    try {
      value = JSON.parse(content)
    } catch {
      value = undefined
    }
    if (isBundle(value)) {
      const { items, files } = readBundle(value)
      return { format: 'bundle', items: items.map((item) => bundles.checkItem(item)), files, leftOut: [] }
    }
    const canvases = value === undefined ? undefined : readCanvas(object(value), fileName)
    if (canvases)
      return {
        format: 'canvas',
        items: canvases.map((canvase) => bundles.checkItem(canvase)),
        files: new Map(),
        leftOut: [],
      }
    const dify = value === undefined ? parseDify(content) : undefined
    if (!dify) throw bundleErrors.notABundle()
    const { items, leftOut } = readDify(dify, await deps.defaultModel(spaceId), locale)
    return { format: 'dify', items: items.map((item) => bundles.checkItem(item)), files: new Map(), leftOut }
  }
  const unknownTypes = (item: BundleItem): string[] => {
    if (item.kind !== 'workflow') return []
    const types = flatten(readFacts((item.content as { schema: string }).schema).nodes).map((node) => node.type)
    return [...new Set(types)].filter((type) => !deps.knownNodeTypes.has(type))
  }

  return {
    async export(input: {
      spaceId: string
      userId: string
      ids: string[]
      withDependencies: boolean
      withRows: boolean
      name: string
    }) {
      const rows = input.ids.length
        ? await resources.getMany(input.ids)
        : await resources.inSpace(input.spaceId, portableKinds)
      const roots: string[] = []
      const failed = input.ids.filter((id) => !rows.some((row) => row.id === id))
      for (const row of rows) {
        const isPortable = (portableKinds as readonly string[]).includes(row.kind)
        const isOk = isPortable && row.spaceId === input.spaceId && (await deps.mayCopy(input.userId, row.id))
        if (isOk) roots.push(row.id)
        else if (input.ids.length) failed.push(row.id)
      }
      const { items, files } = await bundles.collect({
        roots,
        userId: input.userId,
        withRows: input.withRows,
        // What is inside a project always belongs to it.
        follows: async (row) =>
          row.spaceId === input.spaceId &&
          (input.withDependencies || (row.projectId !== null && roots.includes(row.projectId))) &&
          (await deps.mayCopy(input.userId, row.id)),
      })
      const carried = new Map<string, CarriedFile>()
      for (const key of files) {
        if (key.startsWith('builtin/')) continue
        const blob = await blobs.get(key)
        if (blob) carried.set(key, { bytes: await blob.bytes(), contentType: blob.contentType })
      }
      const { content, hash } = writeBundle({ roots, items, files: carried })
      const only = items.length === 1 || roots.length === 1 ? items.find((item) => item.id === roots[0]) : undefined
      return {
        fileName: `${(only?.name ?? input.name).replaceAll(/[^\p{L}\p{N}_-]+/gu, '_')}.orrery.json`,
        content,
        hash,
        items,
        failed,
      }
    },
    async import(input: ImportRequest): Promise<ImportReport> {
      const { format, items, files, leftOut } = await read(input)
      const make = deps.creationOptions({
        spaceId: input.spaceId,
        userId: input.userId,
        projectId: input.projectId,
        // Only files that came along: the key of somebody else's file opens nothing.
        file: async (key) => files.get(key),
      })
      const given = new Map<string, string>()
      for (const [from, to] of Object.entries(input.given))
        if (await isVisible(make, items, from, to)) given.set(from, to)
      const fresh = items.filter((item) => !given.has(item.id))
      const own = new Set(items.map((item) => item.id))
      const missing: ImportReport['missing'] = []
      const models = new Map<string, string>()
      // What the file brings itself is no twin of it.
      const present = new Set(
        (await resources.inSpace(input.spaceId, portableKinds)).map((row) => `${row.kind} ${row.name}`),
      )
      for (const item of fresh) {
        for (const need of item.needs)
          if (!own.has(need.id) && !given.has(need.id) && !(await make.isHere(need.kind, need.id)))
            missing.push({ ...need, used_by: item.name })
        for (const model of item.models) models.set(model, await make.modelFor(model))
      }
      const made = input.isDry
        ? undefined
        : await bundles.create(fresh, { ...make, given, publishes: input.publishes && format === 'bundle' })
      return {
        dry_run: input.isDry,
        format,
        hash: hashOf(items),
        items: fresh.map((item) => ({
          kind: item.kind,
          source_id: item.id,
          id: made?.ids.get(item.id) ?? '',
          name: nameHere(item),
          source_name: item.name,
          exists: present.has(`${item.kind} ${nameHere(item)}`),
          needs_key: needsKey(item),
          in_project: item.project,
          published: item.published,
          unknown_node_types: unknownTypes(item),
        })),
        missing,
        left_out: leftOut,
        models: [...models].filter(([from, to]) => from !== to).map(([from, to]) => ({ from, to })),
        unpublished: made?.unpublished ?? [],
      }
    },
    /** What a copy to another space would bring along, and what it would have to do without. */
    async preview(id: string, userId: string, spaceId: string) {
      const missing = new Map<string, { kind: string; id: string }>()
      const stays = new Map<string, ResourceRow>()
      const { items } = await bundles.collect({
        roots: [id],
        userId,
        withRows: false,
        follows: async (row) => {
          if (row.spaceId === spaceId) {
            stays.set(row.id, row)
            return false
          }
          const isTaken = await deps.mayCopy(userId, row.id)
          if (!isTaken) missing.set(row.id, { kind: row.kind, id: row.id })
          return isTaken
        },
      })
      return { items, stays: [...stays.values()], missing: [...missing.values()] }
    },
  }

  /** Whoever maps an id to one of this instance must be able to see that. */
  async function isVisible(make: Omit<CreationOptions, 'publishes'>, items: BundleItem[], from: string, to: string) {
    const kind =
      items.find((item) => item.id === from)?.kind ??
      items.flatMap((item) => item.needs).find((need) => need.id === from)?.kind
    return kind !== undefined && make.isHere(kind, to)
  }
}
const needsKey = ({ kind, content }: BundleItem) =>
  kind === 'plugin' && whole(object(object(content).auth).type) !== AuthType.none
export type Transfers = ReturnType<typeof createTransfers>

function needsOf(schema: string): BundleItem['needs'] {
  const { needs } = readFacts(schema)
  return [
    ...needs.workflows.map(({ id }) => ({ kind: 'workflow' as const, id })),
    ...needs.plugins.map((id) => ({ kind: 'plugin' as const, id })),
    ...needs.knowledge.map((id) => ({ kind: 'knowledge' as const, id })),
    ...needs.databases.map((id) => ({ kind: 'database' as const, id })),
  ]
}
