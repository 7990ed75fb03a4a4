import { setTimeout as sleep } from 'node:timers/promises'
import { ReviewStatus } from '@orrery/contract'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Documents } from '#kit/documents/documents.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { type ContentService, ruleOf } from './content.service.ts'
import { knowledgeErrors } from './knowledge.errors.ts'
import { type DocumentSettings, knowledgeReview as review, type ReviewRow } from './knowledge.table.ts'
import { toProblem } from './problem.ts'
import type { Sources } from './source.service.ts'

export interface ReviewDeps {
  db: Db
  documents: Documents
  sources: Sources
  newId: NewId
  clock: Clock
  pagesOf: ContentService['pagesOf']
  /** How long a caller waits for the slices. */
  waitMs?: number
}
const WAIT_MS = 20_000
/** A file that is not split after this time never will be: its process has died. */
const LIMIT_MS = 15 * 60_000

/** Previews of the slices of a file before its import, which can be edited. */
export function createReviewService(deps: ReviewDeps) {
  const { db, documents, sources, newId, clock, pagesOf, waitMs = WAIT_MS } = deps
  const find = async (id: string): Promise<ReviewRow | undefined> =>
    (await db.select().from(review).where(eq(review.id, id)))[0]
  const isProcessing = (id: string) => and(eq(review.id, id), eq(review.status, ReviewStatus.processing))
  async function insert(
    knowledgeId: string,
    userId: string,
    file: { name: string; blobKey: string; extension: string },
    settings: DocumentSettings,
    cut: Pick<ReviewRow, 'status' | 'chunks' | 'problem'>,
  ): Promise<ReviewRow> {
    const [row] = await db
      .insert(review)
      .values({
        id: newId(),
        knowledgeId,
        documentName: file.name,
        extension: file.extension,
        blobKey: file.blobKey,
        settings,
        ...cut,
        createdBy: userId,
        createdAt: clock.now(),
      })
      .returning()
    return row!
  }
  return {
    /** Stores slices that another system has split. */
    keep: (
      knowledgeId: string,
      userId: string,
      file: { name: string; blobKey: string; extension: string },
      texts: string[],
    ) =>
      insert(
        knowledgeId,
        userId,
        file,
        {},
        {
          status: ReviewStatus.ready,
          chunks: readChunks(JSON.stringify(texts.map((content) => ({ content })))),
          problem: null,
        },
      ),
    /** Number of sections with a heading. */
    async sections(blobKey: string, extension: string): Promise<number> {
      const chunks = await sources
        .read(blobKey)
        .then((bytes) => documents.chunks(bytes, extension, { kind: 2 }))
        .catch(() => [])
      return new Set(chunks.filter((chunk) => chunk.titles.length).map((chunk) => chunk.titles.join('\n'))).size
    },
    async create(
      knowledgeId: string,
      userId: string,
      file: { name: string; blobKey: string; extension: string; bytes?: Uint8Array },
      settings: DocumentSettings,
    ): Promise<ReviewRow> {
      const begun = { status: ReviewStatus.processing, chunks: [], problem: null }
      const row = await insert(knowledgeId, userId, file, settings, begun)
      const cutting = (file.bytes ? Promise.resolve(file.bytes) : sources.read(file.blobKey))
        .then(async (bytes) => {
          const pages = await pagesOf({ extension: file.extension, settings }, bytes)
          return documents.chunks(bytes, file.extension, ruleOf(settings), pages)
        })
        .then(
          (chunks) => ({ status: ReviewStatus.ready, chunks, problem: null }),
          (cause: unknown) => ({ status: ReviewStatus.failed, chunks: [], problem: toProblem(cause) }),
        )
        .then((cut) => db.update(review).set(cut).where(isProcessing(row.id)))
        .catch(() => undefined)
      // Most files are split while the caller waits; a long scan continues in the background, and clients poll for it.
      await Promise.race([cutting, sleep(waitMs, undefined, { ref: false })])
      return (await find(row.id))!
    },
    async get(knowledgeId: string, ids: string[]): Promise<ReviewRow[]> {
      const mine = and(eq(review.knowledgeId, knowledgeId), inArray(review.id, ids))
      const stopped = { status: ReviewStatus.forceStop, problem: toProblem(knowledgeErrors.stopped()) }
      await db
        .update(review)
        .set(stopped)
        .where(and(mine, eq(review.status, ReviewStatus.processing), lt(review.createdAt, clock.now() - LIMIT_MS)))
      return db.select().from(review).where(mine)
    },
    find,
    async save(knowledgeId: string, id: string, json: string) {
      const chunks = readChunks(json)
      const found = await db
        .update(review)
        .set({ chunks, status: ReviewStatus.ready })
        .where(and(eq(review.id, id), eq(review.knowledgeId, knowledgeId)))
        .returning({ id: review.id })
      if (!found.length) throw errors.notFound({ what: 'preview' })
    },
  }
}
export type ReviewService = ReturnType<typeof createReviewService>

function readChunks(json: string): ReviewRow['chunks'] {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw knowledgeErrors.badReview()
  }
  const list = Array.isArray(value) ? value : (value as { chunks?: unknown } | null)?.chunks
  if (!Array.isArray(list) || list.length > 50_000) throw knowledgeErrors.badReview()
  return (list as Record<string, unknown>[]).map((item) => {
    const content = item?.content ?? item?.text
    if (typeof content !== 'string' || !content.trim()) throw knowledgeErrors.badReview()
    const titles = Array.isArray(item.titles)
      ? item.titles.filter((title): title is string => typeof title === 'string')
      : []
    return {
      content: content.replaceAll('\u0000', '').slice(0, 20_000),
      titles: titles.slice(0, 10),
      ...(typeof item.page === 'number' && Number.isInteger(item.page) && item.page > 0 && { page: item.page }),
      ...(typeof item.parent === 'string' && { parent: item.parent.replaceAll('\u0000', '').slice(0, 20_000) }),
    }
  })
}
