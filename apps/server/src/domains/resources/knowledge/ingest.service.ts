import { DocumentStatus, updateDays, UpdateType } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Documents } from '#kit/documents/documents.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createDrain } from '#kit/work/drain.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import type { ContentService, Piece } from './content.service.ts'
import type { DatasetRepo } from './dataset.repo.ts'
import type { DocumentRepo } from './document.repo.ts'
import { type Embedder, type Embeddings, FIRST_EMBEDDING, toBytes } from './embedding.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import type { DocumentRow } from './knowledge.table.ts'
import { toProblem } from './problem.ts'
import type { SliceRepo } from './slice.repo.ts'
import { searchedText, wholeText } from './titled-text.ts'

export interface IngestDeps {
  repo: DocumentRepo
  datasets: Pick<DatasetRepo, 'byIds'>
  slices: SliceRepo
  content: ContentService
  documents: Pick<Documents, 'index'>
  embeddings: Embeddings
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
  rules: Pick<ContentGuard, 'check'>
  /** Deletes a file that is no longer referenced. */
  dropFile(key: string): Promise<void>
  /** Fetches web pages that were submitted. */
  fetchWebs(signal: AbortSignal): Promise<void>
  /** Imports new files of connected accounts that are due; returns their number. */
  appendFiles(): Promise<number>
}
type Claimed = DocumentRow & { spaceId: string }
const LEASE_MS = 60_000
const BATCH = 100
/** A file that fails this often because its process was stopped or killed is given up. */
const MAX_ATTEMPTS = 6
const REINDEX_BATCH = 200
/** Texts without words, such as numbers, do not count as an unknown language. */
const HAS_WORDS = /\p{L}{2}/u
const DAY = 24 * 3600_000
/** The import was cancelled, deleted or restarted: discard its results. */
class Superseded extends Error {}

/**
 * Imports documents. Waiting documents are the queue: a worker holds a lease, and a new attempt first deletes the
 * slices of the previous one. Slices are written under a generation that becomes visible only in the last step.
 */
export function createIngest(deps: IngestDeps) {
  const { repo, datasets, slices, content, documents, embeddings, jobs, newId, clock, log, dropFile } = deps
  const nextUpdate = (row: DocumentRow) => {
    const days = updateDays[row.updateInterval]
    return row.webUrl && row.updateType !== UpdateType.none && days ? clock.now() + days * DAY : null
  }

  async function index(row: Claimed, owner: string, pieces: Piece[], embedder: Embedder, signal: AbortSignal) {
    const home = { knowledgeId: row.knowledgeId, documentId: row.id, generation: row.generation }
    await slices.clear(row.id, row.generation)
    let parent: { id: string; text: string; sequence: number } | undefined
    let unknownLanguageCount = 0
    for (let at = 0; at < pieces.length; at += BATCH) {
      signal.throwIfAborted()
      const batch = pieces.slice(at, at + BATCH)
      const texts = batch.map((piece) => searchedText(row.name, piece))
      const [indexed, vectors] = await Promise.all([
        documents.index(texts.map(wholeText)),
        embedder.index(texts, signal),
      ])
      unknownLanguageCount += texts.filter(({ text }, n) => !vectors[n] && HAS_WORDS.test(text)).length
      const progress = 30 + Math.floor((65 * at) / pieces.length)
      if (!(await repo.beat(row, owner, { stage: 'index', progress, leaseUntil: clock.now() + LEASE_MS })))
        throw new Superseded()
      const parents: { id: string; sequence: number; content: string }[] = []
      const parentOf = (text: string | undefined) => {
        if (text === undefined) return undefined
        if (parent?.text !== text) {
          parent = { id: newId(), text, sequence: (parent?.sequence ?? 0) + 1 }
          parents.push({ id: parent.id, sequence: parent.sequence, content: text })
        }
        return parent.id
      }
      const parentIds = batch.map((piece) => parentOf(piece.parent))
      await slices.insertParents(home, parents)
      await slices.insert(
        home,
        batch.map((piece, n) => ({
          id: newId(),
          sequence: at + n + 1,
          content: piece.content,
          titles: piece.titles,
          ...(piece.cells && { cells: piece.cells }),
          page: piece.page ?? 0,
          parentId: parentIds[n],
          ...(piece.status !== undefined && { status: piece.status }),
          tsvector: indexed[n]!.tsvector,
          wordCount: indexed[n]!.length,
          vector: toBytes(vectors[n]),
        })),
        clock.now(),
      )
    }
    return { isUnderstood: unknownLanguageCount <= pieces.length / 2 }
  }

  async function work(row: Claimed, owner: string, signal: AbortSignal) {
    const beat = async (stage: string, progress: number) => {
      if (!(await repo.beat(row, owner, { stage, progress, leaseUntil: clock.now() + LEASE_MS })))
        throw new Superseded()
    }
    // Renew the lease during long steps that report no progress.
    const heartbeat = setInterval(
      () => void repo.beat(row, owner, { leaseUntil: clock.now() + LEASE_MS }).catch(() => {}),
      LEASE_MS / 3,
    )
    try {
      if (row.attempts > MAX_ATTEMPTS) throw knowledgeErrors.interrupted({ times: MAX_ATTEMPTS })
      const [home] = await datasets.byIds([row.knowledgeId])
      if (!home) return
      await beat(row.webUrl ? 'fetch' : 'read', 5)
      const isRefresh = row.status === DocumentStatus.refreshing
      const model = row.settings.model || home.knowledge.embedding
      const isOtherModel = isRefresh && row.liveGeneration > 0 && model !== row.embedding
      const { pieces, change } = isOtherModel
        ? await content.again(row)
        : await content.read(row, isRefresh, signal, (stage, share) => beat(stage, 5 + Math.floor(25 * share)))
      const refusal = await deps.rules.check('document', {
        name: row.name,
        content: pieces.map((piece) => piece.content),
      })
      if (refusal) throw knowledgeErrors.refused({ reason: refusal.params.en!, reasonZh: refusal.params.zh! })
      await beat('index', 30)
      const embedder = await embeddings.get(model, row.spaceId)
      const { isUnderstood } = await index(row, owner, pieces, embedder, signal)
      await beat('store', 96)
      const done = await repo.finish(
        row,
        owner,
        { ...change, embedding: embedder.id, isUnderstood, nextUpdateAt: nextUpdate(row) },
        clock.now(),
      )
      if (!done) throw new Superseded()
      if (change.blobKey && change.blobKey !== row.blobKey) await dropFile(row.blobKey)
    } catch (cause) {
      if (cause instanceof Superseded) return void (await slices.clear(row.id, row.generation))
      // A stopping server gives the document up; the next attempt starts it from the beginning.
      if (signal.aborted) return
      log.info({ document: row.id, err: cause }, 'import failed')
      const problem = toProblem(cause)
      const isRefused = problem.code === knowledgeErrors.refused({ reason: '' }).code
      const status = isRefused ? DocumentStatus.auditFailed : DocumentStatus.failed
      await repo.fail(row, problem, clock.now(), owner, status)
      if (row.nextUpdateAt) await repo.change(row.id, { nextUpdateAt: nextUpdate(row) }, clock.now())
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function updateDue() {
    const due = await repo.due(clock.now())
    await repo.restart(
      due.map((row) => row.id),
      DocumentStatus.refreshing,
      {},
      clock.now(),
    )
    return due.length
  }

  /** Re-indexes documents of an earlier built-in embedding, a few at a time, so that imports do not have to wait. */
  async function reindexOutdated() {
    const old = await repo.indexedBy(FIRST_EMBEDDING, REINDEX_BATCH)
    await repo.restart(old, DocumentStatus.refreshing, {}, clock.now())
  }

  const imports = createDrain({
    name: 'knowledge-ingest',
    jobs,
    log,
    cron: '* * * * *',
    concurrency: 2,
    expireInSeconds: 3600,
    async prepare(isScheduled, signal) {
      if (isScheduled) {
        await reindexOutdated()
        await updateDue()
        await deps.appendFiles()
      }
      await deps.fetchWebs(signal)
    },
    async claim() {
      const owner = newId()
      const row = await repo.claim(owner, clock.now(), LEASE_MS)
      return row && { row, owner }
    },
    work: ({ row, owner }, signal) => work(row, owner, signal),
  })
  return { ...imports, updateDue, reindexOutdated }
}
export type Ingest = ReturnType<typeof createIngest>
