import type { BotMetric, BotPeriod } from '@orrery/contract'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { Clock } from '#kit/clock.ts'
import type { RequestedResource } from '#domains/loop/observation/shared/requested-resource.ts'
import type { BotDataRepo, DataQuery, Group, Signs } from './bot-data.repo.ts'
import { sumOfSigns, scoreOf } from './satisfaction.ts'
import { dashboardErrors } from './dashboard.errors.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 400
/** With fewer turns a figure is not meaningful. */
const ENOUGH_TURNS = 20
const retentionDays = { '1d': 1, '7d': 7, '30d': 30 }
export type RetentionPeriod = keyof typeof retentionDays
type Range = Pick<DataQuery, 'from' | 'to'>
const lastDays = { last_7_days: 7, last_30_days: 30, last_90_days: 90, last_180_days: 180, acc: MAX_DAYS }
/** Daily users are always counted by day, weekly users by week. */
const ownPeriod: Partial<Record<BotMetric, BotPeriod>> = { dau: 'day', dnu: 'day', wau: 'week', wnu: 'week' }

export type { DataQuery, Group } from './bot-data.repo.ts'
export interface BotDataDeps {
  repo: BotDataRepo
  queue: Pick<SpanQueue, 'flush'>
  clock: Clock
}

/** Figures of a bot, project or workflow over time. */
export function createBotDataService({ repo, queue, clock }: BotDataDeps) {
  async function ready({ from, to }: Range) {
    if (to <= from || to - from > MAX_DAYS * DAY_MS) throw dashboardErrors.badRange({ days: MAX_DAYS })
    await queue.flush()
  }
  async function points(query: DataQuery, metric: BotMetric, period: BotPeriod, retained: RetentionPeriod = '1d') {
    await ready(query)
    if (metric === 'retention_rate') return repo.retention(query, retentionDays[retained])
    if (metric === 'session_count') return repo.sessions(query, period)
    return repo.points(query, metric, ownPeriod[metric] ?? period)
  }
  async function total(query: DataQuery, metric: BotMetric): Promise<number> {
    if (metric === 'session_count')
      return (await repo.sessions(query, 'day')).reduce((sum, { value }) => sum + value, 0)
    if (metric !== 'retention_rate') return repo.total(query, metric)
    const days = await repo.retention(query, 1)
    return days.length ? days.reduce((sum, { value }) => sum + value, 0) / days.length : 0
  }
  const before = (query: DataQuery): DataQuery => ({
    ...query,
    from: query.from - (query.to - query.from),
    to: query.from - 1,
  })
  async function satisfactionOf(query: DataQuery): Promise<number | undefined> {
    const signs = sumOfSigns(await repo.signs(query))
    return signs.turns < ENOUGH_TURNS ? undefined : scoreOf(signs)
  }
  return {
    points,
    /** Resolves the requested time range. Unless `isNow`, it ends with the last whole day. */
    rangeOf(given: { start: number; end: number } | undefined, named: keyof typeof lastDays | undefined, isNow = true) {
      const now = clock.now()
      const to = given && !named ? given.end : now
      const from = given && !named ? given.start : now - lastDays[named ?? 'last_7_days'] * DAY_MS
      return { from, to: isNow ? to : Math.min(to, Math.floor(now / DAY_MS) * DAY_MS - 1) }
    },
    async value(query: DataQuery, metric: BotMetric) {
      await ready(query)
      const [now, last] = await Promise.all([total(query, metric), total(before(query), metric)])
      return { now, last }
    },
    async groups(query: DataQuery, metric: BotMetric, group: Group) {
      if (metric === 'retention_rate' || metric === 'session_count') throw dashboardErrors.notByGroup({ metric })
      await ready(query)
      const [now, last] = await Promise.all([
        repo.groups(query, metric, group),
        repo.groups(before(query), metric, group),
      ])
      const earlier = new Map(last.map((one) => [one.group, one.value]))
      return now.map((one) => ({ ...one, last: earlier.get(one.group) ?? 0 }))
    },
    async questions(...[query, narrow, page]: Parameters<BotDataRepo['questions']>) {
      await ready(query)
      const rows = await repo.questions(query, narrow, { ...page, limit: page.limit + 1 })
      return { rows: rows.slice(0, page.limit), hasMore: rows.length > page.limit }
    },
    async connectors(asked: RequestedResource) {
      await queue.flush()
      return repo.connectors(asked)
    },
    /** The frequency of intents and the satisfaction with each. `idOf` maps an intent to the one that counts it. */
    async intents(query: DataQuery, idOf: (intent: string) => string | undefined) {
      await ready(query)
      const signs = await repo.signs(query)
      const all = sumOfSigns(signs)
      const whole = all.turns ? scoreOf(all) : 0
      const groups = Map.groupBy(signs, ({ intent }) => idOf(intent) ?? '')
      groups.delete('')
      return [...groups]
        .map(([intent, list]: [string, Signs[]]) => {
          const sum = sumOfSigns(list)
          const score = scoreOf(sum)
          return { intent, frequency: sum.turns, score, contribution: ((score - whole) * sum.turns) / all.turns }
        })
        .sort((a, b) => b.frequency - a.frequency || (a.intent < b.intent ? -1 : 1))
    },
    /** A score from 0 to 100 and its change since the period before; undefined if there are too few turns. */
    async satisfaction(query: DataQuery) {
      await ready(query)
      const [now, last] = [await satisfactionOf(query), await satisfactionOf(before(query))]
      return now === undefined ? undefined : { score: now, increment: last === undefined ? 0 : now - last }
    },
  }
}
export type BotDataService = ReturnType<typeof createBotDataService>
