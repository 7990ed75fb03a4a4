import type { Bus } from '#kit/bus.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { BundleService } from './bundle.service.ts'
import type { InstanceTargets } from './instance-target.ts'

export interface ResourceCopyDeps {
  bundles: Pick<BundleService, 'collect' | 'create'>
  resources: Pick<ResourceService, 'touch'>
  bus: Bus
  creationOptions: InstanceTargets['creationOptions']
  mayCopy(userId: string, id: string): Promise<boolean>
}
interface CopyTarget {
  spaceId: string
  userId: string
  projectId?: string | undefined
  name?: string | undefined
}

/** Copies and moves single resources. */
export function createResourceCopies({ bundles, resources, bus, creationOptions, mayCopy }: ResourceCopyDeps) {
  return {
    /** Copies a resource, and what it needs too when the target is another space. */
    async copy(id: string, { userId, spaceId, projectId, name }: CopyTarget): Promise<string> {
      const { items } = await bundles.collect({
        roots: [id],
        userId,
        withRows: false,
        follows: async (row) => row.spaceId !== spaceId && (await mayCopy(userId, row.id)),
      })
      const parts = items.map((item) => (item.id === id && name ? { ...item, name } : item))
      const made = await bundles.create(parts, { ...creationOptions({ spaceId, userId, projectId }), publishes: true })
      return made.ids.get(id)!
    },
    async move(id: string, userId: string, projectId: string | undefined): Promise<void> {
      await resources.touch(id, userId, { projectId: projectId ?? null })
      await bus.publish('database', id)
    },
  }
}
