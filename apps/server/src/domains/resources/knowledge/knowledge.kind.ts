import { KnowledgeStatus } from '@orrery/contract'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { factsFrom } from '#domains/ground/resource/shared/resource-facts.ts'
import type { CopyResource, ResourceFacts } from '#domains/ground/resource/shared/resource-kind.ts'
import { createKnowledgePorter } from './knowledge.porter.ts'
import type { KnowledgeParts } from './knowledge.parts.ts'

/** Knowledge bases as a kind of resource. Copies preserve slices, including manual edits. */
export const knowledgeKind = (deps: {
  parts: Pick<KnowledgeParts, 'datasets' | 'documents' | 'sources'>
  copy: CopyResource
  resources: Pick<ResourceService, 'touch'>
  /** Wakes the import queue: imports of a base in the bin resume after its restore. */
  wake(): Promise<void>
}) => ({
  porter: createKnowledgePorter(deps.parts),
  remove: ({ id }: { id: string }, userId: string) => deps.parts.datasets.remove(id, userId),
  forget: (id: string) => deps.parts.datasets.forget(id),
  discarded: (id: string) => deps.parts.datasets.removeFromEngine(id),
  purge: (id: string) => deps.parts.datasets.dropFilesOf(id),
  restored: deps.wake,
  checkRestore: ({ id }: { id: string }) => deps.parts.datasets.checkRoom(id),
  copy: deps.copy,
  move: (id: string, userId: string, projectId: string | undefined) =>
    deps.resources.touch(id, userId, { projectId: projectId ?? null }),
  canChangeSpace: true,
  facts: factsFrom<DocumentCounts>(
    `SELECT knowledge.id::text, knowledge.status, count(document.id)::int AS documents,
       coalesce(sum(document.slice_count), 0)::int AS slices,
       (count(*) FILTER (WHERE document.status IN (0, 4, 5)))::int AS busy,
       (count(*) FILTER (WHERE document.status IN (9, 1000)))::int AS failed
     FROM knowledge LEFT JOIN knowledge_document AS document
       ON document.knowledge_id = knowledge.id AND document.status <> 3
     WHERE knowledge.id = ANY($1::bigint[]) GROUP BY knowledge.id, knowledge.status`,
    ({ status, documents, slices, busy, failed }) => ({
      state: stateOf(status, { documents, busy, failed }),
      counts: { documents, slices, ...(failed > 0 && { failed }) },
    }),
  ),
})

interface DocumentCounts {
  id: string
  status: number
  documents: number
  slices: number
  busy: number
  failed: number
}
function stateOf(
  status: number,
  { documents, busy, failed }: Pick<DocumentCounts, 'documents' | 'busy' | 'failed'>,
): NonNullable<ResourceFacts['state']> {
  if (status === KnowledgeStatus.forbid) return 'off'
  if (busy > 0) return 'processing'
  if (failed > 0) return 'failed'
  return documents > 0 ? 'ready' : 'empty'
}
