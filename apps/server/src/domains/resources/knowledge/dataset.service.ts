import { DocumentStatus, KnowledgeStatus } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { DatasetFilter, DatasetRepo } from './dataset.repo.ts'
import { type DocumentRepo, isFailed } from './document.repo.ts'
import type { Embeddings } from './embedding.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { DocumentRow, KnowledgeRow } from './knowledge.table.ts'

export interface DatasetDeps {
  repo: DatasetRepo
  documents: DocumentRepo
  resources: ResourceService
  embeddings: Embeddings
  audit: AuditService
  clock: Clock
  requireFile(key: string, userId: string): Promise<void>
  dropFiles(rows: DocumentRow[]): Promise<void>
  /** The search files of the base go as well. */
  forget(id: string): Promise<void>
  wake(): Promise<void>
}
export interface NewDataset {
  spaceId: string
  userId: string
  name: string
  description: string
  iconUri: string
  format: number
  projectId?: string
  /** The embedding model of the base, or the space's default. */
  embedding?: string
}
export interface FullDataset {
  knowledge: KnowledgeRow
  resource: ResourceRow
}

export function createDatasetService({
  repo,
  documents,
  resources,
  embeddings,
  audit,
  requireFile,
  dropFiles,
  forget,
  wake,
  clock,
}: DatasetDeps) {
  async function require(id: string): Promise<FullDataset> {
    const [found] = await repo.byIds([id])
    if (!found) throw errors.notFound({ what: 'knowledge base' })
    return found
  }
  return {
    require,
    botsUsing: repo.botsUsing,
    byIds: repo.byIds,
    sums: repo.sums,
    usedBy: repo.usedBy,
    list: (filter: DatasetFilter) => repo.list(filter),
    async create(input: NewDataset): Promise<string> {
      if (input.iconUri) await requireFile(input.iconUri, input.userId)
      const embedding = input.embedding ?? (await embeddings.choose(input.spaceId))
      return repo.transaction(async (tx) => {
        const { id } = await resources.create(
          {
            kind: 'knowledge',
            spaceId: input.spaceId,
            ownerId: input.userId,
            name: input.name,
            description: input.description,
            iconUri: input.iconUri,
            subType: input.format,
            ...(input.projectId && { projectId: input.projectId }),
          },
          tx,
        )
        await repo.insert({ id, format: input.format, embedding }, tx)
        return id
      })
    },
    async update(
      id: string,
      userId: string,
      change: { name?: string; description?: string; iconUri?: string; status?: number },
    ) {
      await require(id)
      const { status, ...head } = change
      if (head.iconUri) await requireFile(head.iconUri, userId)
      await resources.touch(
        id,
        userId,
        Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined)),
      )
      if (status !== undefined)
        await repo.setStatus(id, status === KnowledgeStatus.forbid ? KnowledgeStatus.forbid : KnowledgeStatus.ready)
    },
    async remove(id: string, userId: string) {
      const { resource } = await require(id)
      const { rows } = await documents.list(id, { ids: [], keyword: '', page: 1, size: 100_000 })
      await resources.remove(id)
      await dropFiles(rows)
      await forget(id)
      await audit.record({ actorId: userId, action: 'knowledge.deleted', target: id, spaceId: resource.spaceId })
    },
    async reindex(id: string, model: string): Promise<number> {
      const { resource } = await require(id)
      if (!(await embeddings.exists(model, resource.spaceId))) throw knowledgeErrors.modelGone()
      await repo.setEmbedding(id, model)
      const { rows } = await documents.list(id, { ids: [], keyword: '', page: 1, size: 10_000 })
      const stale = rows.filter((row) => row.status === DocumentStatus.enabled || isFailed(row.status))
      await documents.restart(
        stale.filter((row) => row.status === DocumentStatus.enabled).map((row) => row.id),
        DocumentStatus.refreshing,
        {},
        clock.now(),
      )
      await documents.restart(
        stale.filter((row) => isFailed(row.status)).map((row) => row.id),
        DocumentStatus.processing,
        {},
        clock.now(),
      )
      await wake()
      return stale.length
    },
    frequency: async (id: string) => (await require(id)).knowledge.appendFrequency,
    setFrequency: async (id: string, list: KnowledgeRow['appendFrequency']) => {
      await require(id)
      await repo.setFrequency(id, list)
    },
  }
}
export type DatasetService = ReturnType<typeof createDatasetService>
