import { HistoryType } from '@orrery/contract'
import { and, count, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { Waiting } from '#domains/ground/notice/shared/waiting.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import type { BotRepo } from '../bot.repo.ts'
import type { BotService } from '../bot.service.ts'
import { botHistory } from '../bot.table.ts'
import { versionErrors } from '../version.errors.ts'
import { botReleaseSetting, botReview, ReviewKind, type ReviewRow, ReviewStatus } from './rule.table.ts'

export interface ReviewDeps {
  db: Db
  bots: BotService
  repo: BotRepo
  resources: ResourceService
  notices: Notices
  /** People who may decide reviews in a space. */
  approversOf(spaceId: string): Promise<string[]>
  /** Spaces in which a person may decide reviews. */
  decidedBy(userId: string): Promise<string[]>
  audit: AuditService
  newId: NewId
  clock: Clock
}
export interface ReleaseSettings {
  review: number
  guard: boolean
  guardMinTurns: number
  whiteList: string[]
}
const defaults: ReleaseSettings = { review: 0, guard: true, guardMinTurns: 50, whiteList: [] }
/** The page on which reviews of a bot are shown and decided. */
const reviewLink = (spaceId: string, botId: string) => `/space/${spaceId}/bot/${botId}/versions`
const Review = { none: 0, publish: 1, all: 2 } as const

/** Reviews of releases: a space can require that another person approves a version before it is served. */
export function createReviewService(deps: ReviewDeps) {
  const { db, bots, repo, resources, notices, audit, newId, clock } = deps
  async function settings(spaceId: string): Promise<ReleaseSettings> {
    const [row] = await db.select().from(botReleaseSetting).where(eq(botReleaseSetting.spaceId, spaceId))
    return row ?? defaults
  }
  async function needs(botId: string, kind: number): Promise<boolean> {
    const spaceId = await resources.spaceOf(botId)
    if (!spaceId) return false
    const { review, whiteList } = await settings(spaceId)
    if (whiteList.includes(botId)) return false
    return kind === ReviewKind.rollback ? review === Review.all : review !== Review.none
  }
  async function byId(id: string, spaceId: string): Promise<ReviewRow> {
    const [row] = await db
      .select()
      .from(botReview)
      .where(and(eq(botReview.id, id), eq(botReview.spaceId, spaceId)))
    if (!row) throw versionErrors.noReview()
    return row
  }
  /** Of two concurrent decisions, the second one fails. */
  async function settle(id: string, change: Partial<ReviewRow>): Promise<void> {
    const done = await db
      .update(botReview)
      .set(change)
      .where(and(eq(botReview.id, id), eq(botReview.status, ReviewStatus.waiting)))
      .returning({ id: botReview.id })
    if (!done.length) throw versionErrors.reviewOver()
  }

  async function notifyRequester({ id, botId, spaceId, askedBy }: ReviewRow, isApproved: boolean, reason: string) {
    const [head] = await resources.getMany([botId])
    if (!head) return
    const event = isApproved ? ('approved' as const) : ('rejected' as const)
    const link = reviewLink(spaceId, botId)
    await notices.notify([askedBy], 'review', { event, name: head.name, reason }, { key: `${id} ${event}`, link })
  }
  /** An approved state may be released again, on any channel. */
  async function isApproved(botId: string, hash: string): Promise<boolean> {
    const found = await db
      .select({ id: botReview.id })
      .from(botReview)
      .innerJoin(botHistory, eq(botHistory.id, botReview.historyId))
      .where(and(eq(botReview.botId, botId), eq(botReview.status, ReviewStatus.approved), eq(botHistory.hash, hash)))
      .limit(1)
    return found.length > 0
  }

  return {
    settings,
    needs,
    byId,
    states: (rows: readonly ReviewRow[]) => repo.keptMany(rows.map((row) => row.historyId)),
    async saveSettings(spaceId: string, userId: string, given: ReleaseSettings): Promise<void> {
      const whiteList = [...new Set(given.whiteList)]
      const heads = new Map((await resources.getMany(whiteList)).map((head) => [head.id, head]))
      const foreign = whiteList.find((id) => heads.get(id)?.spaceId !== spaceId || heads.get(id)?.kind !== 'bot')
      if (foreign !== undefined) throw versionErrors.foreignBot({ id: foreign })
      const row = { ...given, whiteList, spaceId, changedBy: userId }
      await db.transaction(async (tx) => {
        await tx
          .insert(botReleaseSetting)
          .values(row)
          .onConflictDoUpdate({ target: botReleaseSetting.spaceId, set: row })
        const detail = { review: given.review, guard: given.guard, bots: whiteList }
        await audit.record({ actorId: userId, spaceId, action: 'bot.releaseRules', target: spaceId, detail }, tx)
      })
    },
    /** Throws unless another person has approved the state. */
    async require(botId: string, kind: number, hash?: string): Promise<void> {
      if (!(await needs(botId, kind))) return
      if (hash === undefined || !(await isApproved(botId, hash))) throw versionErrors.reviewNeeded()
    },
    /** Freezes the version at the time of the request, so that exactly what was reviewed is released. */
    async request(given: {
      botId: string
      userId: string
      kind: number
      connectorIds: string[]
      remark: string
      /** The publication to roll back to, for a rollback. */
      historyId?: string
    }): Promise<ReviewRow> {
      const { botId, userId, kind, connectorIds, remark } = given
      if (!(await needs(botId, kind))) throw versionErrors.noReviewNeeded()
      const made = await db.transaction(async (tx) => {
        const found = await repo.lock(botId, tx)
        if (!found) throw errors.notFound({ what: 'bot' })
        const now = clock.now()
        let { historyId } = given
        if (historyId === undefined) {
          const state = bots.snapshot(found, HistoryType.commit)
          await repo.addHistory({ ...state, note: remark, createdBy: userId, createdAt: now }, tx)
          historyId = state.id
        }
        const row: ReviewRow = {
          id: newId(),
          botId,
          spaceId: found.head.spaceId,
          kind,
          status: ReviewStatus.waiting,
          historyId,
          connectorIds,
          remark,
          comment: '',
          askedBy: userId,
          decidedBy: null,
          createdAt: now,
          decidedAt: null,
        }
        await tx.insert(botReview).values(row)
        const people = (await deps.approversOf(row.spaceId)).filter((id) => id !== userId)
        const params = { event: 'waits', name: found.head.name, reason: remark } as const
        await notices.notify(people, 'review', params, { key: row.id, link: reviewLink(row.spaceId, botId), tx })
        return row
      })
      await notices.wake()
      return made
    },
    /** Decides a review once. If `carryOut` fails, the review is open again. */
    async decide(
      row: ReviewRow,
      userId: string,
      isApproved: boolean,
      comment: string,
      carryOut: () => Promise<unknown>,
    ): Promise<number> {
      if (row.askedBy === userId) throw versionErrors.ownReview()
      const status = isApproved ? ReviewStatus.approved : ReviewStatus.rejected
      await settle(row.id, { status, comment, decidedBy: userId, decidedAt: clock.now() })
      try {
        if (isApproved) await carryOut()
      } catch (cause) {
        const open = { status: ReviewStatus.waiting, decidedBy: null, decidedAt: null, comment: '' }
        await db.update(botReview).set(open).where(eq(botReview.id, row.id))
        throw cause
      }
      const { botId, spaceId } = row
      await notifyRequester(row, isApproved, comment)
      const action = isApproved ? 'bot.approve' : 'bot.reject'
      await audit.record({ actorId: userId, spaceId, action, target: botId, detail: { reason: comment } })
      return status
    },
    async withdraw(row: ReviewRow, userId: string): Promise<void> {
      if (row.askedBy !== userId) throw versionErrors.noReview()
      await settle(row.id, { status: ReviewStatus.withdrawn, decidedAt: clock.now() })
    },
    async list(spaceId: string, botId: string | undefined, onlyWaiting: boolean, page: number, size: number) {
      const where = and(
        eq(botReview.spaceId, spaceId),
        botId ? eq(botReview.botId, botId) : undefined,
        onlyWaiting ? eq(botReview.status, ReviewStatus.waiting) : undefined,
      )
      const rows = await db
        .select()
        .from(botReview)
        .where(where)
        .orderBy(desc(botReview.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db.select({ n: count() }).from(botReview).where(where)
      const states = await repo.keptMany(rows.map((row) => row.historyId))
      return { rows, total: total!.n, states: new Map(states.map((state) => [state.id, state])) }
    },
    /** Reviews that wait for a decision by this person. */
    async waitingFor(userId: string, most: number): Promise<Waiting[]> {
      const spaceIds = await deps.decidedBy(userId)
      if (!spaceIds.length) return []
      const isOpen = and(eq(botReview.status, ReviewStatus.waiting), ne(botReview.askedBy, userId))
      const rows = await db
        .select({ review: botReview, name: resource.name })
        .from(botReview)
        .innerJoin(resource, eq(resource.id, botReview.botId))
        .where(and(inArray(botReview.spaceId, spaceIds), isOpen))
        .orderBy(desc(botReview.id))
        .limit(most)
      return rows.map(({ review, name }) => ({
        kind: 'review',
        params: { event: 'waits', name, reason: review.remark },
        id: review.id,
        link: reviewLink(review.spaceId, review.botId),
        at: review.createdAt,
      }))
    },
    botsOf: async (ids: string[]) =>
      new Map((await resources.getMany([...new Set(ids)])).map((head) => [head.id, head])),
  }
}
export type ReviewService = ReturnType<typeof createReviewService>
