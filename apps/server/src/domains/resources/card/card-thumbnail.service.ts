import { randomBytes } from 'node:crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError } from '#kit/errors.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createDrain } from '#kit/work/drain.ts'
import type { CardDrawing } from './card-drawing.ts'
import { type CardService, designOf } from './card.service.ts'
import { card, CardState, cardThumbnail, ThumbnailState } from './card.table.ts'

export interface ThumbnailDeps {
  db: Db
  cards: Pick<CardService, 'requireDraft'>
  drawing: CardDrawing
  blobs: Blobs
  jobs: Jobs
  log: Log
  clock: Clock
}
export interface Thumbnail {
  channel: number
  status: number
  blobKey: string
}
interface PictureRequest {
  cardId: string
  channel: number
}
const LEASE_MS = 60_000
const MAX_ATTEMPTS = 3

/** Pictures of cards: drawn during a call, or in the background. */
export function createCardThumbnails({ db, cards, drawing, blobs, jobs, log, clock }: ThumbnailDeps) {
  const at = ({ cardId, channel }: PictureRequest) =>
    and(eq(cardThumbnail.cardId, cardId), eq(cardThumbnail.channel, channel))

  async function draw(wanted: PictureRequest): Promise<Thumbnail> {
    const { cardId, channel } = wanted
    const { draft } = await cards.requireDraft(cardId)
    const [before] = await db.select().from(cardThumbnail).where(at(wanted))
    const outcome = {
      status: ThumbnailState.empty as number,
      draft: draft.draft,
      blobKey: '',
      reason: '',
      leaseUntil: 0,
    }
    try {
      const png = await drawing.draw(designOf(draft), channel)
      if (png) {
        outcome.blobKey = `thumbnail/${cardId}/${randomBytes(16).toString('hex')}.png`
        await blobs.put(outcome.blobKey, png, 'image/png')
        outcome.status = ThumbnailState.done
      }
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      outcome.status = ThumbnailState.failed
      outcome.reason = cause.text('en')
    }
    await db
      .insert(cardThumbnail)
      .values({ ...wanted, ...outcome, attempts: 0 })
      .onConflictDoUpdate({ target: [cardThumbnail.cardId, cardThumbnail.channel], set: outcome })
    if (before?.blobKey) await blobs.delete(before.blobKey).catch(() => {})
    return { channel, status: outcome.status, blobKey: outcome.blobKey }
  }
  async function claim(): Promise<PictureRequest | undefined> {
    const now = clock.now()
    const [found] = await db
      .update(cardThumbnail)
      .set({ status: ThumbnailState.drawing, leaseUntil: now + LEASE_MS, attempts: sql`${cardThumbnail.attempts} + 1` })
      .where(
        sql`(card_id, channel) = (SELECT card_id, channel FROM card_thumbnail
          WHERE status IN (${ThumbnailState.waiting}, ${ThumbnailState.drawing}) AND lease_until < ${now}
          ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED)`,
      )
      .returning({ cardId: cardThumbnail.cardId, channel: cardThumbnail.channel })
    return found
  }
  const drain = createDrain<PictureRequest>({
    name: 'card-thumbnails',
    jobs,
    log,
    cron: '*/5 * * * *',
    claim,
    work: async (wanted) => {
      await draw(wanted)
    },
    // Give up on cards that could not be drawn several times.
    prepare: async () => {
      await db
        .update(cardThumbnail)
        .set({ status: ThumbnailState.failed, reason: 'The card could not be drawn', leaseUntil: 0 })
        .where(
          and(
            eq(cardThumbnail.status, ThumbnailState.drawing),
            lt(cardThumbnail.leaseUntil, clock.now()),
            sql`${cardThumbnail.attempts} >= ${MAX_ATTEMPTS}`,
          ),
        )
    },
  })
  return {
    draw,
    drain: drain.drain,
    start: drain.start,
    /** Orders pictures. Stored before the call returns, so that another process takes over if this one dies. */
    async order(wanted: readonly PictureRequest[]): Promise<void> {
      if (wanted.length === 0) return
      const waiting = { status: ThumbnailState.waiting, attempts: 0, leaseUntil: 0, reason: '' }
      const unique = [...new Map(wanted.map((one) => [`${one.cardId}/${one.channel}`, one])).values()]
      await db
        .insert(cardThumbnail)
        .values(unique.map((one) => ({ ...one, ...waiting })))
        .onConflictDoUpdate({ target: [cardThumbnail.cardId, cardThumbnail.channel], set: waiting })
      await drain.wake()
    },
    /** Deletes the files of a card that is purged. */
    async purge(cardId: string): Promise<void> {
      const rows = await db.select().from(cardThumbnail).where(eq(cardThumbnail.cardId, cardId))
      for (const { blobKey } of rows) if (blobKey) await blobs.delete(blobKey)
    },
    /** The picture of each card for lists, and whether it matches the draft and the published version. */
    async of(cardIds: string[]): Promise<Map<string, { status: number; blobKey: string }>> {
      if (cardIds.length === 0) return new Map()
      const rows = await db
        .select({ thumb: cardThumbnail, draft: card.draft, published: card.publishedDraft, cardStatus: card.status })
        .from(cardThumbnail)
        .innerJoin(card, eq(card.id, cardThumbnail.cardId))
        .where(and(inArray(cardThumbnail.cardId, cardIds), eq(cardThumbnail.channel, 0)))
      return new Map(
        rows.map(({ thumb, draft, published, cardStatus }) => {
          const isNewer = cardStatus === CardState.published && thumb.draft !== published
          const status =
            thumb.status !== ThumbnailState.done
              ? thumb.status
              : thumb.draft !== draft
                ? ThumbnailState.waiting
                : isNewer
                  ? ThumbnailState.notPublished
                  : ThumbnailState.done
          return [thumb.cardId, { status, blobKey: thumb.blobKey }]
        }),
      )
    },
  }
}
export type CardThumbnails = ReturnType<typeof createCardThumbnails>
