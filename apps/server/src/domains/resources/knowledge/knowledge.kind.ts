import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { CopyResource } from '#domains/ground/resource/shared/resource-kind.ts'
import { createKnowledgePorter } from './knowledge.porter.ts'
import type { KnowledgeParts } from './knowledge.parts.ts'

/** Knowledge bases as a kind of resource. A copy keeps the slices as they are, also those that somebody edited. */
export const knowledgeKind = (deps: {
  parts: Pick<KnowledgeParts, 'datasets' | 'documents' | 'sources'>
  copy: CopyResource
  resources: Pick<ResourceService, 'touch'>
  /** Imports that rested in the bin go on. */
  wake(): Promise<void>
}) => ({
  porter: createKnowledgePorter(deps.parts),
  remove: ({ id }: { id: string }, userId: string) => deps.parts.datasets.remove(id, userId),
  forget: (id: string) => deps.parts.datasets.forget(id),
  discarded: (id: string) => deps.parts.datasets.leaveEngine(id),
  purge: (id: string) => deps.parts.datasets.dropFilesOf(id),
  restored: deps.wake,
  checkRestore: ({ id }: { id: string }) => deps.parts.datasets.checkRoom(id),
  copy: deps.copy,
  move: (id: string, userId: string, projectId: string | undefined) =>
    deps.resources.touch(id, userId, { projectId: projectId ?? null }),
  canChangeSpace: true,
})
