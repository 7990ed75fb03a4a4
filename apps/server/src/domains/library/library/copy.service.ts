import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { CopyTarget, ResourceKinds } from '#domains/ground/resource/shared/resource-kind.ts'
import type { BundleService } from '#domains/library/bundle/bundle.service.ts'
import type { CreationOptionsFor } from '#domains/library/bundle/shared/creation-options.ts'

export interface ResourceCopyDeps {
  kinds: Pick<ResourceKinds, 'find'>
  bundles: Pick<BundleService, 'collect' | 'create'>
  creationOptions: CreationOptionsFor
  mayCopy(userId: string, resourceId: string): Promise<boolean>
}
type Source = Pick<ResourceRow, 'id' | 'kind'>

/** Copies single resources by their content, unless the kind has a copy method of its own. */
export function createResourceCopies({ kinds, bundles, creationOptions, mayCopy }: ResourceCopyDeps) {
  /** Copies a resource; a copy to another space includes its dependencies. */
  async function copyContent(id: string, { name, ...target }: CopyTarget): Promise<string> {
    const { items } = await bundles.collect({
      roots: [id],
      userId: target.userId,
      withRows: false,
      follows: async (row) => row.spaceId !== target.spaceId && (await mayCopy(target.userId, row.id)),
    })
    const renamed = items.map((item) => (item.id === id && name ? { ...item, name } : item))
    const { ids } = await bundles.create(renamed, { ...creationOptions(target), publishes: true })
    return ids.get(id)!
  }
  const copy = ({ id, kind }: Source, target: CopyTarget) => (kinds.find(kind).copy ?? copyContent)(id, target)
  return {
    copy,
    /** Copies a resource for a bot that uses it. */
    copyForBot: (source: Source, target: CopyTarget) => {
      const { copyForBot } = kinds.find(source.kind)
      return copyForBot ? copyForBot(source.id, target) : copy(source, target)
    },
  }
}
export type ResourceCopies = ReturnType<typeof createResourceCopies>
