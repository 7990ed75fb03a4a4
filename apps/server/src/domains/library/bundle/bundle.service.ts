import { isPortable, type PortableKind, portableKinds } from '@orrery/contract'
import { AppError } from '#kit/errors.ts'
import type { Log } from '#kit/log.ts'
import { type Json, shorten } from '#kit/read-json.ts'
import type { AtomicCreations } from '#domains/ground/resource/atomic-creation.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import {
  type BundleItem,
  modelKey,
  type ReadOptions,
  type Target,
} from '#domains/ground/resource/shared/resource-content.ts'
import type { ResourceKinds } from '#domains/ground/resource/shared/resource-kind.ts'
import { bundleErrors } from './bundle.errors.ts'

export const MAX_ITEMS = 5000

export interface CollectOptions extends ReadOptions {
  roots: string[]
  /** Whether a needed resource is collected too; references to the others stay as they are. */
  follows(row: ResourceRow): Promise<boolean> | boolean
}
export interface CreationOptions {
  target: Target
  /** Target ids that are already known, e.g. chosen in the import dialog. */
  given?: ReadonlyMap<string, string>
  /** Items published at the source are published here too. */
  publishes: boolean
  /** Whether a resource that the bundle only refers to exists on this instance and is visible to the user. */
  isHere(kind: PortableKind, id: string): Promise<boolean>
  /** The model that replaces one that does not exist on this instance. */
  modelFor(id: string): Promise<string>
  storeIcon(key: string, target: Target): Promise<string>
  onCreated?(from: string, to: string): Promise<void>
}
export interface Created {
  ids: Map<string, string | undefined>
  /** Resources that could not be published and stay drafts. */
  unpublished: { id: string; name: string; reason: string }[]
}

export interface BundleDeps {
  kinds: Pick<ResourceKinds, 'porter'>
  resources: Pick<ResourceService, 'getMany'>
  atomicCreations: Pick<AtomicCreations, 'run'>
  log: Log
}

/** Exports resources as content, creates resources from content, restores them. Never runs a resource. */
export function createBundleService({ kinds, resources, atomicCreations, log }: BundleDeps) {
  async function readItem(row: ResourceRow, kind: PortableKind, options: ReadOptions) {
    const { content, needs, models = [], files = [], published } = await kinds.porter(kind).read(row.id, options)
    const item: BundleItem = {
      kind,
      id: row.id,
      name: row.name,
      description: row.description,
      icon: row.iconUri,
      subType: row.subType,
      project: row.projectId ?? '',
      published,
      needs,
      models,
      content,
    }
    return { item, files: row.iconUri ? [row.iconUri, ...files] : files }
  }

  async function createAll(items: BundleItem[], input: CreationOptions): Promise<Created> {
    const { target } = input
    const ids = new Map<string, string | undefined>(input.given)
    const made: { id: string; item: BundleItem; target: Target }[] = []
    const fresh = items.filter((item) => !ids.has(item.id))
    const own = new Set(items.map((item) => item.id))
    for (const item of fresh) {
      for (const need of item.needs)
        if (!own.has(need.id) && !ids.has(need.id))
          ids.set(need.id, (await input.isHere(need.kind, need.id)) ? need.id : undefined)
      // Models have small ids of their own, so they get separate keys and are never confused with resources.
      for (const model of item.models)
        if (!ids.has(modelKey(model))) ids.set(modelKey(model), await input.modelFor(model))
    }
    for (const kind of portableKinds)
      for (const item of fresh.filter((item) => item.kind === kind)) {
        const projectId = (item.project && ids.get(item.project)) || target.projectId
        const place = { ...target, projectId: kind === 'project' ? undefined : projectId }
        const icon = item.icon ? await input.storeIcon(item.icon, target) : ''
        const id = await kinds.porter(kind).create({ ...item, icon }, place, ids)
        ids.set(item.id, id)
        made.push({ id, item, target: place })
        await input.onCreated?.(item.id, id)
      }
    for (const { id, item, target: place } of made) await kinds.porter(item.kind).connect?.(id, item, ids, place)
    const unpublished: Created['unpublished'] = []
    if (input.publishes)
      for (const { id, item } of made) {
        const { publish } = kinds.porter(item.kind)
        if (!item.published || !publish) continue
        await publish(id, target.userId).catch((cause: unknown) => {
          if (!(cause instanceof AppError)) log.warn({ err: cause, id }, 'a copy could not be published')
          unpublished.push({ id, name: item.name, reason: cause instanceof Error ? cause.message : String(cause) })
        })
      }
    return { ids, unpublished }
  }

  return {
    /** Collects resources with their direct and indirect dependencies, and the files that their content names. */
    async collect(input: CollectOptions): Promise<{ items: BundleItem[]; files: string[] }> {
      const items = new Map<string, BundleItem>()
      const files = new Set<string>()
      let waiting = [...new Set(input.roots)]
      const roots = new Set(waiting)
      while (waiting.length) {
        const rows = await resources.getMany(waiting)
        waiting = []
        for (const row of rows) {
          if (items.has(row.id) || !isPortable(row.kind)) continue
          if (!roots.has(row.id) && !(await input.follows(row))) continue
          if (items.size >= MAX_ITEMS) throw bundleErrors.tooMany({ max: MAX_ITEMS })
          const { item, files: named } = await readItem(row, row.kind, input)
          items.set(row.id, item)
          for (const key of named) files.add(key)
          waiting.push(...item.needs.map((need) => need.id).filter((id) => !items.has(id)))
        }
      }
      for (const item of items.values()) if (!items.has(item.project)) item.project = ''
      return { items: [...items.values()], files: [...files] }
    },

    /** Creates all items or none. */
    create: (items: BundleItem[], options: CreationOptions): Promise<Created> =>
      atomicCreations.run(() => createAll(items, options)),

    /** Rolls one resource back to its content. */
    restore: (id: string, item: BundleItem, ids: Map<string, string | undefined>, userId: string) =>
      kinds.porter(item.kind).restore?.(id, item, ids, userId),
    /** The item's name within the limit of its kind: some kinds have shorter names than others. */
    nameOf({ kind, name }: Pick<BundleItem, 'kind' | 'name'>): string {
      const { nameLimit } = kinds.porter(kind)
      return nameLimit ? shorten(name, nameLimit) : name
    },
    warnings: (item: BundleItem) => kinds.porter(item.kind).warnings?.(item.content) ?? {},
    /** Parses a file in the format of one kind; undefined if no kind recognises it. */
    readFile(file: Json, fileName: string): BundleItem[] | undefined {
      for (const kind of portableKinds) {
        const items = kinds.porter(kind).readFile?.(file, fileName)
        if (items) return items
      }
      return undefined
    },
    /** Validates content from outside and strips it to its schema. */
    checkItem(item: BundleItem): BundleItem {
      try {
        return { ...item, content: kinds.porter(item.kind).check(item.content) }
      } catch (cause) {
        throw bundleErrors.badItem({
          kind: item.kind,
          name: item.name,
          problem: (cause as Error).message.slice(0, 200),
        })
      }
    },
  }
}
export type BundleService = ReturnType<typeof createBundleService>
