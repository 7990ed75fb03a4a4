import { AuditStatus } from '@orrery/contract'
import { z } from 'zod'
import type { Clock } from '#kit/clock.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { Waiting } from '#domains/ground/notice/shared/waiting.ts'
import type { WebhookService } from '#domains/reach/webhook/webhook.service.ts'
import { IN_REVIEW } from '#domains/studio/bot/shared/in-review.ts'
import type { PublishService, Serving } from '#domains/studio/bot/publish.service.ts'
import { connectorErrors } from './connector.errors.ts'
import type { ConnectorRepo } from './connector.repo.ts'
import type { ConnectorRow, ReviewRow } from './connector.table.ts'
import type { ReviewFilter, ReviewRepo } from './review.repo.ts'

export interface ReviewDeps {
  repo: ReviewRepo
  connectors: Pick<ConnectorRepo, 'byId'>
  webhooks: Pick<WebhookService, 'askConnector'>
  publishing: { readonly publications: Pick<PublishService['publications'], 'decide'> }
  notices: Notices
  audit: AuditService
  jobs: Jobs
  newId: NewId
  clock: Clock
}
export interface Decision {
  isAccepted: boolean
  reason: string
  shareLink: string
}
const SWEEP = 'connector.reviews'
/** The page on which the creator decides. */
const REVIEWS = '/account/connectors'
const REVIEW_TIMEOUT_MS = 7 * 24 * 3600_000
/** The answer of a program to a new version. Any other answer counts as accepted. */
const answerOf = z
  .object({
    audit_status: z.coerce.number().catch(0),
    reason: z.string().max(500).catch(''),
    share_link: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)]).catch(''),
  })
  .catch({ audit_status: 0, reason: '', share_link: '' })

/** Submits versions to the program behind a channel, and to its creator if the channel requires a review. */
export function createReviewService(deps: ReviewDeps) {
  const { repo, connectors, notices, audit, clock, newId } = deps

  function readAnswer(text: string) {
    try {
      return answerOf.parse(JSON.parse(text))
    } catch {
      return answerOf.parse({})
    }
  }
  const ended = (status: AuditStatus, reason: string, shareLink = '') => ({
    status,
    reason,
    shareLink,
    decidedAt: clock.now(),
  })
  /** Stores the decision together with the notice to the publisher. */
  async function end(row: ReviewRow, change: ReturnType<typeof ended>): Promise<void> {
    const names = await repo.namesOf(row.id)
    await repo.settle(row.id, change, async (tx) => {
      if (!names) return
      const event = change.status === AuditStatus.accepted ? ('accepted' as const) : ('rejected' as const)
      const params = { event, name: names.channel, bot: names.bot, reason: change.reason }
      const link = `/space/${names.spaceId}/bot/${row.botId}/publish`
      await notices.notify([row.createdBy], 'connector', params, { key: `${row.id} ${change.decidedAt}`, link, tx })
    })
    await notices.wake()
  }
  /** Decides the publication first, since it knows whether it still waits. */
  async function settle(row: ReviewRow, { isAccepted, reason, shareLink }: Decision): Promise<void> {
    const refusal = isAccepted ? undefined : connectorErrors.rejected({ reason })
    const isDone = await deps.publishing.publications
      .decide(row.publicationId, row.connectorId, refusal)
      .catch(async (cause: unknown) => {
        // The version cannot be served any more, for instance because a newer one is.
        if (cause instanceof AppError) await end(row, ended(AuditStatus.rejected, cause.text('en')))
        throw cause
      })
    if (!isDone) throw connectorErrors.nothingToReview()
    await end(row, ended(isAccepted ? AuditStatus.accepted : AuditStatus.rejected, reason, shareLink))
  }
  async function refused(row: ReviewRow, refusal: AppError): Promise<void> {
    await deps.publishing.publications.decide(row.publicationId, row.connectorId, refusal)
    await end(row, ended(AuditStatus.rejected, refusal.text('en')))
  }

  async function notifyCreator(channel: ConnectorRow, { id, createdAt }: Pick<ReviewRow, 'id' | 'createdAt'>) {
    const names = await repo.namesOf(id)
    if (!names) return
    const params = { event: 'waits', name: channel.title, bot: names.bot } as const
    await notices.notify([channel.ownerId], 'connector', params, { key: `${id} ${createdAt}`, link: REVIEWS })
  }
  async function decide(row: ReviewRow | undefined, userId: string, decision: Decision): Promise<void> {
    const channel = row && (await connectors.byId(row.connectorId))
    if (!row || channel?.row.ownerId !== userId) throw errors.notFound({ what: 'review' })
    if (!decision.isAccepted && !decision.reason) throw connectorErrors.reasonNeeded()
    if (row.status !== AuditStatus.waiting) throw connectorErrors.nothingToReview()
    await settle(row, decision)
    const detail = { name: channel.row.title, isAccepted: decision.isAccepted }
    await audit.record({ actorId: userId, action: 'connector.review', target: row.connectorId, detail })
  }

  return {
    page: (filter: ReviewFilter) => repo.page(filter),
    counts: repo.counts,
    /** Reviews that wait for the creator of a channel. */
    async waitingFor(userId: string, size: number): Promise<Waiting[]> {
      const status = AuditStatus.waiting
      const rows = await repo.page({ ownerId: userId, connectorId: undefined, status, before: undefined, size })
      return rows.map(({ review, connectorName, botName }) => ({
        kind: 'connector',
        params: { event: 'waits', name: connectorName, bot: botName },
        id: review.id,
        link: REVIEWS,
        at: review.createdAt,
      }))
    },
    linkTo: async (connectorId: string, botId: string) => (await repo.accepted(connectorId, botId))?.shareLink ?? '',
    decide: async (id: string, userId: string, decision: Decision) => decide(await repo.byId(id), userId, decision),
    async decideBot(connectorId: string, botId: string, userId: string, decision: Decision): Promise<void> {
      const [newest] = await repo.waiting(connectorId, botId)
      const channel = await connectors.byId(connectorId)
      if (channel?.row.ownerId !== userId) throw errors.notFound({ what: 'connector' })
      if (!newest) throw connectorErrors.nothingToReview()
      await decide(newest, userId, decision)
    },
    /**
     * Notifies the program. Returns `IN_REVIEW` if the version waits for the creator, for the program, or for an
     * answer.
     */
    async submit(row: ConnectorRow, what: Required<Serving>): Promise<typeof IN_REVIEW | undefined> {
      const { resourceId, userId, publicationId, historyId, config } = what
      const asked = await deps.webhooks.askConnector(row.id, {
        connector_id: row.id,
        bot_id: resourceId,
        version: historyId,
        publish_record_id: publicationId,
        user_id: userId,
        config,
      })
      const said = asked === undefined || asked === 'later' ? undefined : readAnswer(asked.answer)
      if (said?.audit_status === AuditStatus.rejected) throw connectorErrors.rejected({ reason: said.reason || '–' })
      for (const older of await repo.waiting(row.id, resourceId))
        if (older.publicationId !== publicationId) await refused(older, connectorErrors.superseded())
      const isWaiting = asked === 'later' || said?.audit_status === AuditStatus.waiting
      const isReview = isWaiting || (row.isReviewed && said?.audit_status !== AuditStatus.accepted)
      const now = clock.now()
      const review = {
        id: newId(),
        connectorId: row.id,
        botId: resourceId,
        publicationId,
        createdBy: userId,
        shareLink: said?.share_link ?? '',
        createdAt: now,
      }
      if (isReview) {
        await repo.insert({ ...review, status: AuditStatus.waiting })
        if (row.isReviewed) await notifyCreator(row, review)
      } else if (said?.share_link) await repo.insert({ ...review, status: AuditStatus.accepted, decidedAt: now })
      return isReview ? IN_REVIEW : undefined
    },
    /** Handles a late answer of a program, or the failure of all tries. */
    async onOutcome(connectorId: string, body: string, text: string | undefined): Promise<void> {
      const { publish_record_id: publicationId = '0' } = JSON.parse(body) as { publish_record_id?: string }
      const row = await repo.byPublication(connectorId, publicationId)
      const channel = await connectors.byId(connectorId)
      if (row?.status !== AuditStatus.waiting || !channel) return
      if (text === undefined) return refused(row, connectorErrors.noAnswer())
      const { audit_status: status, reason, share_link: shareLink } = readAnswer(text)
      if (status === AuditStatus.rejected) return refused(row, connectorErrors.rejected({ reason: reason || '–' }))
      const isOpen = status === AuditStatus.waiting || (channel.row.isReviewed && status !== AuditStatus.accepted)
      if (!isOpen) await settle(row, { isAccepted: true, reason: '', shareLink })
    },
    /** Rejects the waiting reviews of a channel that is removed. */
    async withdraw(connectorId: string, spaceId?: string): Promise<void> {
      for (const row of await repo.waitingOn(connectorId, spaceId)) await refused(row, connectorErrors.withdrawn())
    },
    /** Rejects reviews that have waited too long. */
    async expire(): Promise<void> {
      for (const row of await repo.expired(clock.now() - REVIEW_TIMEOUT_MS))
        await refused(row, connectorErrors.undecided())
    },
    async start(): Promise<void> {
      await deps.jobs.define(SWEEP, () => this.expire())
      await deps.jobs.schedule(SWEEP, 'hourly', '20 * * * *', {})
    },
  }
}
export type ReviewService = ReturnType<typeof createReviewService>
