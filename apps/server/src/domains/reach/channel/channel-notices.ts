import { channelKindOf } from '@orrery/contract/shared/channel-kinds'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ChannelRepo } from './channel.repo.ts'
import type { AccountRow } from './channel.table.ts'

export interface ChannelNoticeDeps {
  repo: Pick<ChannelRepo, 'lettersBetween'>
  notices: Notices
  resources: Pick<ResourceService, 'getMany'>
  people: Pick<PassportService, 'get'>
  mayView(userId: string, resourceId: string): Promise<boolean>
  jobs: Jobs
  clock: Clock
}
const JOB = 'channel-letter-notices'
/** Undelivered messages within this period are reported in one notice. */
const SPAN_MS = 10 * 60_000
/** A message that failed just now may not be visible yet. */
const SETTLED_MS = 60_000
/** How many periods to look back: longer than an instance is usually down. */
const SPANS = 144

/** Notifies the people who set a channel up of problems with it. */
export function createChannelNotices(deps: ChannelNoticeDeps) {
  const { repo, notices, resources, clock, jobs } = deps
  async function about({ id, resourceId, connectorId, createdBy }: AccountRow) {
    const [head] = await resources.getMany([resourceId])
    if (!head) return undefined
    const { en, zh } = channelKindOf(connectorId)!
    const people = [...new Set([createdBy, head.ownerId])]
    const known = await Promise.all(people.map((userId) => deps.mayView(userId, resourceId)))
    return {
      // People who have lost access since are not notified.
      userIds: people.filter((_, at) => known[at]),
      name: head.name,
      platform: { en: en.name, zh: zh.name },
      link: `/space/${head.spaceId}/channels?account=${id}`,
    }
  }
  /** All processes use the same periods. Each is reported once, because its number is part of the key. */
  async function reportUndelivered(): Promise<void> {
    const last = Math.floor((clock.now() - SETTLED_MS) / SPAN_MS)
    const [one] = await repo.lettersBetween((last - SPANS) * SPAN_MS, last * SPAN_MS)
    if (!one) return
    for (let span = last - SPANS; span < last; span += 1)
      for (const { account, count } of await repo.lettersBetween(span * SPAN_MS, (span + 1) * SPAN_MS)) {
        const found = await about(account)
        if (!found) continue
        const { userIds, name, platform, link } = found
        await notices.notify(userIds, 'delivery', { name, platform, count }, { key: `${account.id} ${span}`, link })
      }
  }
  return {
    async lost(account: AccountRow, tx: Tx): Promise<void> {
      const found = await about(account)
      if (!found) return
      const { userIds, name, platform, link } = found
      const reason = { en: account.reason, zh: account.reasonZh }
      const key = `${account.id} ${account.updatedAt}`
      await notices.notify(userIds, 'channel', { event: 'lost', name, platform, reason }, { key, link, tx })
    },
    /** Notifies the people who set the channel up that another person disconnected it. */
    async disconnected(account: AccountRow, actorId: string): Promise<void> {
      const found = await about(account)
      if (!found) return
      const { name, platform, link } = found
      const person = (await deps.people.get(actorId)).name
      const others = found.userIds.filter((userId) => userId !== actorId)
      const params = { event: 'disconnected', name, platform, person } as const
      await notices.notify(others, 'channel', params, { key: account.id, link })
    },
    wake: notices.wake,
    reportUndelivered,
    async start(): Promise<void> {
      await jobs.define(JOB, reportUndelivered, { concurrency: 1, retries: 0 })
      await jobs.schedule(JOB, 'span', '*/10 * * * *', {})
    },
  }
}
export type ChannelNotices = ReturnType<typeof createChannelNotices>
