import { type ImportReport, isPortable, portableKinds } from '@orrery/contract'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Locale } from '#kit/errors.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { bundleErrors } from './bundle.errors.ts'
import { isBundle, readBundle, writeBundle } from './bundle-file.ts'
import type { BundleService, CreationOptions } from './bundle.service.ts'
import type { CreationOptionsFor } from './shared/creation-options.ts'
import type { BundleItem, CarriedFile } from '#domains/ground/resource/shared/resource-content.ts'
import { hashOf } from './shared/content-hash.ts'
import { parseDify, readDify } from './read-dify.ts'
import { object } from '#kit/read-json.ts'

export interface TransferDeps {
  bundles: BundleService
  resources: ResourceService
  blobs: Blobs
  mayCopy(userId: string, id: string): Promise<boolean>
  creationOptions: CreationOptionsFor
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
  /** Language of the report. */
  locale?: Locale
}
interface Read {
  format: ImportReport['format']
  items: BundleItem[]
  files: Map<string, CarriedFile>
  leftOut: ImportReport['left_out']
}

/** Exports resources as files and imports files. A file is untrusted content: nothing in it is run. */
export function createTransfers(deps: TransferDeps) {
  const { bundles, resources, blobs } = deps

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
    const canvases = value === undefined ? undefined : bundles.readFile(object(value), fileName ?? '')
    if (canvases)
      return {
        format: 'canvas',
        items: canvases.map((canvas) => bundles.checkItem(canvas)),
        files: new Map(),
        leftOut: [],
      }
    const dify = value === undefined ? parseDify(content) : undefined
    if (!dify) throw bundleErrors.notABundle()
    const { items, leftOut } = readDify(dify, await deps.defaultModel(spaceId), locale)
    return { format: 'dify', items: items.map((item) => bundles.checkItem(item)), files: new Map(), leftOut }
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
        const isOk = isPortable(row.kind) && row.spaceId === input.spaceId && (await deps.mayCopy(input.userId, row.id))
        if (isOk) roots.push(row.id)
        else if (input.ids.length) failed.push(row.id)
      }
      const { items, files } = await bundles.collect({
        roots,
        userId: input.userId,
        withRows: input.withRows,
        // The contents of an exported project are always included.
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
        // Read files only from the bundle: a key that names another user's file must not open it.
        file: async (key) => files.get(key),
      })
      const given = new Map<string, string>()
      for (const [from, to] of Object.entries(input.given))
        if (await isVisible(make, items, from, to)) given.set(from, to)
      const fresh = items.filter((item) => !given.has(item.id))
      const own = new Set(items.map((item) => item.id))
      const missing: ImportReport['missing'] = []
      const models = new Map<string, string>()
      // The resources of the space before the import, so that items of the file are not reported as existing.
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
        items: fresh.map((item) => {
          const name = bundles.nameOf(item)
          const { needsKey = false, unknownNodeTypes = [] } = bundles.warnings(item)
          return {
            kind: item.kind,
            source_id: item.id,
            id: made?.ids.get(item.id) ?? '',
            name,
            source_name: item.name,
            exists: present.has(`${item.kind} ${name}`),
            needs_key: needsKey,
            in_project: item.project,
            published: item.published,
            unknown_node_types: unknownNodeTypes,
          }
        }),
        missing,
        left_out: leftOut,
        models: [...models].filter(([from, to]) => from !== to).map(([from, to]) => ({ from, to })),
        unpublished: made?.unpublished ?? [],
      }
    },
    /** Dependencies that a copy to another space would include, and those it would lose. */
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

  /** An id may only be mapped to a resource that the person can see. */
  async function isVisible(make: Omit<CreationOptions, 'publishes'>, items: BundleItem[], from: string, to: string) {
    const kind =
      items.find((item) => item.id === from)?.kind ??
      items.flatMap((item) => item.needs).find((need) => need.id === from)?.kind
    return kind !== undefined && make.isHere(kind, to)
  }
}
export type Transfers = ReturnType<typeof createTransfers>
