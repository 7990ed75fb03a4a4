import { DocumentStatus } from '@orrery/contract'
import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import type { DatasetService } from './dataset.service.ts'
import type { DocumentRepo } from './document.repo.ts'
import type { Embeddings } from './embedding.ts'
import type { DocumentRow, DocumentSettings } from './knowledge.table.ts'
import type { Sources } from './source.service.ts'

export interface CopyDeps {
  datasets: DatasetService
  documents: DocumentRepo
  sources: Pick<Sources, 'read' | 'keep'>
  embeddings: Pick<Embeddings, 'exists'>
  pool: pg.Pool
  newId: NewId
  clock: Clock
  wake(): Promise<void>
}
interface CopyTarget {
  spaceId: string
  userId: string
  projectId?: string | undefined
  name?: string
}
const PAGE = 500
/** After this time, an interrupted copy is imported from its file instead. */
const LEASE_MS = 600_000
const SLICE_COLUMNS =
  'sequence, content, titles, cells, status, char_count, word_count, words, vector, page, created_at, updated_at'

/** Copies whole bases: files, documents and slices unchanged, including manual edits. */
export function createKnowledgeCopies({
  datasets,
  documents,
  sources,
  embeddings,
  pool,
  newId,
  clock,
  wake,
}: CopyDeps) {
  const copyFile = async (key: string, extension: string) =>
    key && sources.keep(await sources.read(key), extension, 'application/octet-stream')
  async function copySettings(settings: DocumentSettings): Promise<DocumentSettings> {
    if (!settings.more?.length) return settings
    const more = []
    for (const file of settings.more) more.push({ ...file, blobKey: await copyFile(file.blobKey, file.extension) })
    return { ...settings, more }
  }
  /** Copies the live slices and their parent chunks under new ids. */
  async function copySlices(from: DocumentRow, to: { id: string; knowledgeId: string }) {
    const { rows: parents } = await pool.query<{ id: string }>(
      'SELECT id::text AS id FROM knowledge_parent WHERE document_id = $1 AND generation = $2',
      [from.id, from.liveGeneration],
    )
    const newParents = new Map(parents.map(({ id }) => [id, newId()]))
    if (newParents.size)
      await pool.query(
        `INSERT INTO knowledge_parent (id, document_id, generation, sequence, content)
         SELECT t.fresh, $1, 1, p.sequence, p.content FROM unnest($2::bigint[], $3::bigint[]) AS t(id, fresh) JOIN knowledge_parent p ON p.id = t.id`,
        [to.id, [...newParents.keys()], [...newParents.values()]],
      )
    for (let after = 0; ;) {
      const { rows } = await pool.query<{ id: string; sequence: number; parent_id: string | null }>(
        'SELECT id::text AS id, sequence, parent_id::text FROM knowledge_slice WHERE document_id = $1 AND generation = $2 AND sequence > $3 ORDER BY sequence LIMIT $4',
        [from.id, from.liveGeneration, after, PAGE],
      )
      if (!rows.length) return
      await pool.query(
        `INSERT INTO knowledge_slice (id, knowledge_id, document_id, generation, parent_id, ${SLICE_COLUMNS})
         SELECT t.fresh, $1, $2, 1, t.parent, ${SLICE_COLUMNS} FROM unnest($3::bigint[], $4::bigint[], $5::bigint[]) AS t(old, fresh, parent) JOIN knowledge_slice s ON s.id = t.old`,
        [
          to.knowledgeId,
          to.id,
          rows.map((row) => row.id),
          rows.map(() => newId()),
          rows.map((row) => (row.parent_id ? newParents.get(row.parent_id) : null) ?? null),
        ],
      )
      after = rows.at(-1)!.sequence
    }
  }
  async function copyDocument(from: DocumentRow, knowledgeId: string, userId: string, embedding: string) {
    const [id, owner, now] = [newId(), newId(), clock.now()]
    const isLive = from.liveGeneration > 0
    const isFresh = from.embedding === embedding
    const live = from.status === DocumentStatus.disabled ? DocumentStatus.disabled : DocumentStatus.enabled
    if (isLive) await insert(now + LEASE_MS)
    else return insert(0)
    await copySlices(from, { id, knowledgeId })
    // Visible only when complete. If the embedding differs, vectors are recomputed from the slices.
    await pool.query(
      `UPDATE knowledge_document SET status = $2, live_generation = 1, generation = $3, lease_until = 0, lease_owner = '', stage = $4, progress = $5 WHERE id = $1 AND lease_owner = $6`,
      isFresh || live === DocumentStatus.disabled
        ? [id, live, 1, 'ready', 100, owner]
        : [id, DocumentStatus.refreshing, 2, 'waiting', 0, owner],
    )
    await documents.bump([knowledgeId])

    async function insert(leaseUntil: number) {
      await documents.insert([
        {
          ...from,
          id,
          knowledgeId,
          status: DocumentStatus.processing,
          leaseUntil,
          stage: 'waiting',
          progress: 0,
          problem: null,
          blobKey: await copyFile(from.blobKey, from.extension),
          settings: await copySettings(from.settings),
          reviewId: isLive ? null : from.reviewId,
          generation: 1,
          liveGeneration: 0,
          edition: '1',
          attempts: 0,
          leaseOwner: leaseUntil ? owner : '',
          startedAt: 0,
          hitCount: 0,
          createdBy: userId,
          createdAt: now,
          updatedAt: now,
        },
      ])
    }
  }
  return {
    async copy(id: string, target: CopyTarget): Promise<string> {
      const { knowledge, resource } = await datasets.require(id)
      const isKnown = await embeddings.exists(knowledge.embedding, target.spaceId)
      const made = await datasets.create({
        spaceId: target.spaceId,
        userId: target.userId,
        ...(target.projectId && { projectId: target.projectId }),
        name: target.name || resource.name,
        description: resource.description,
        iconUri: '',
        format: knowledge.format,
        ...(isKnown && { embedding: knowledge.embedding }),
      })
      const { embedding } = (await datasets.require(made)).knowledge
      for (let page = 1; ; page += 1) {
        const { rows } = await documents.list(id, { ids: [], keyword: '', page, size: PAGE })
        for (const row of rows) await copyDocument(row, made, target.userId, embedding)
        if (rows.length < PAGE) break
      }
      await wake()
      return made
    },
  }
}
