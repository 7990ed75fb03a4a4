import { DocumentStatus, KNOWLEDGE_LIMITS, KnowledgeStatus, StorageLocation } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
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
  clock: Clock
  requireFile(key: string, userId: string): Promise<void>
  dropFiles(rows: DocumentRow[]): Promise<void>
  /** Deletes the search index of the base, and its data in the search engine. */
  forget(id: string, engine: string | null): Promise<void>
  /** Throws unless the search engine belongs to the user. */
  requireEngine(id: string, userId: string): Promise<unknown>
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
  /** The embedding model of the base; by default that of the space. */
  embedding?: string
  /** A search engine that indexes the base as well. */
  engine?: string | null
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
  requireFile,
  dropFiles,
  forget,
  requireEngine,
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
      if (input.engine) await requireEngine(input.engine, input.userId)
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
        const storage = storageOf(input.engine)
        await repo.insert({ id, format: input.format, embedding, ...storage }, tx)
        return id
      })
    },
    async update(
      id: string,
      userId: string,
      change: { name?: string; description?: string; iconUri?: string; status?: number; engine?: string | null },
    ) {
      const { knowledge } = await require(id)
      const { status, engine, ...head } = change
      if (engine && engine !== knowledge.storageConfigId) await requireEngine(engine, userId)
      if (head.iconUri) await requireFile(head.iconUri, userId)
      const words = Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined))
      // Enabling or disabling is no edit, so the base keeps its place in lists.
      if (status === undefined || Object.keys(words).length) await resources.touch(id, userId, words)
      if (engine !== undefined && engine !== knowledge.storageConfigId) {
        await repo.setStorage(id, storageOf(engine))
        if (knowledge.storageConfigId) await forget(id, knowledge.storageConfigId)
      }
      if (status !== undefined)
        await repo.setStatus(id, status === KnowledgeStatus.forbid ? KnowledgeStatus.forbid : KnowledgeStatus.ready)
    },
    async remove(id: string, userId: string) {
      const { knowledge } = await require(id)
      await resources.discard(id, userId)
      await forget(id, knowledge.storageConfigId)
    },
    forget: (id: string) => forget(id, null),
    /** Called for a base in the bin: removes it from its search engine, which is filled again after a restore. */
    removeFromEngine: async (id: string) => forget(id, await repo.engineOf(id)),
    /** Deletes the files of a base that is purged. */
    async dropFilesOf(id: string) {
      const { rows } = await documents.list(id, { ids: [], keyword: '', page: 1, size: 100_000 })
      await dropFiles(rows)
    },
    /** Throws if a restore would exceed the storage limits, because files in the bin do not count. */
    async checkRoom(id: string) {
      for (const { userId, size } of await repo.sizesOf(id)) {
        const used = await repo.usedBy(userId)
        if (used + size <= KNOWLEDGE_LIMITS.bytes) continue
        const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)
        throw knowledgeErrors.noRoomToRestore({
          need: megabytes(size),
          max: megabytes(KNOWLEDGE_LIMITS.bytes),
          used: megabytes(used),
        })
      }
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
const storageOf = (engine: string | null | undefined) => ({
  storageLocation: engine ? StorageLocation.openSearch : StorageLocation.default,
  storageConfigId: engine ?? null,
})
export type DatasetService = ReturnType<typeof createDatasetService>
