import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from './call-meter.ts'
import type { InsightRepo } from './insight.repo.ts'

const QueryRange = { week: 1, month: 2, history: 3, today: 4 } as const
const lengths: Record<number, number> = { [QueryRange.week]: 7, [QueryRange.month]: 30, [QueryRange.today]: 1 }
const OLDEST_DAYS = 3650

/** The metrics by their names on the wire. */
const metricNames = {
  2: 'TotalConsumption',
  3: 'AverageConsumption',
  4: 'TotalRequests',
  5: 'TotalSuccessfulRequests',
  6: 'AverageResponeseTime',
  7: 'RequestSuccessRate',
  8: 'ErrorCodeDistribution',
} as const
interface Picture {
  picture_data: { x_value: number; y_value: number }[]
  total: number
  last_total: number
}
interface Sums {
  calls: number
  ok: number
  millis: number
  tokens: number
}
const share = (part: number, whole: number) => (whole ? Math.round((part / whole) * 10_000) / 10_000 : 0)
const values: Record<2 | 3 | 4 | 5 | 6 | 7, (sums: Sums) => number> = {
  2: ({ tokens }) => tokens,
  3: ({ tokens, calls }) => share(tokens, calls),
  4: ({ calls }) => calls,
  5: ({ ok }) => ok,
  6: ({ millis, calls }) => share(millis, calls),
  7: ({ ok, calls }) => share(ok, calls),
}
const none = (): Sums => ({ calls: 0, ok: 0, millis: 0, tokens: 0 })

/** The first day of the week, month, quarter or year that contains a day. */
export function startOf(day: number, dimension: number): number {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const at = (y: number, m: number) => Date.UTC(y, m, 1) / DAY_MS
  switch (dimension) {
    case 2:
      return day - ((date.getUTCDay() + 6) % 7)
    case 3:
      return at(year, month)
    case 4:
      return at(year, month - (month % 3))
    case 5:
      return at(year, 0)
    default:
      return day
  }
}

export interface InsightDeps {
  repo: InsightRepo
  clock: Clock
  /** Writes all pending counts. */
  settle(): Promise<unknown>
}

export function createInsight({ repo, clock, settle }: InsightDeps) {
  async function windowOf(userId: string, range: number) {
    const today = Math.floor(clock.now() / DAY_MS)
    const length = lengths[range]
    const first = length === undefined ? ((await repo.firstDay(userId)) ?? today) : today - length + 1
    return { from: Math.max(first, today - OLDEST_DAYS), to: today }
  }
  async function sums(userId: string, from: number, to: number, dimension: number): Promise<Map<number, Sums>> {
    const found = new Map<number, Sums>()
    for (let day = from; day <= to; day += 1) found.set(startOf(day, dimension), none())
    for (const row of await repo.byDay(userId, from, to)) {
      const at = found.get(startOf(row.day, dimension))!
      at.calls += row.calls
      at.ok += row.ok
      at.millis += row.millis
    }
    for (const row of await repo.tokensByDay(userId, from, to))
      found.get(startOf(row.day, dimension))!.tokens += row.tokens
    return found
  }
  const together = (all: Iterable<Sums>): Sums => {
    const whole = none()
    for (const found of all) for (const key of Object.keys(whole) as (keyof Sums)[]) whole[key] += found[key]
    return whole
  }

  return {
    async analytics(userId: string, range: number, metric: number, dimension: number) {
      await settle()
      const { from, to } = await windowOf(userId, range)
      const now = await sums(userId, from, to, dimension)
      const length = to - from + 1
      const before = together((await sums(userId, from - length, from - 1, dimension)).values())
      const whole = together(now.values())
      const wanted = (Object.keys(metricNames).map(Number) as (keyof typeof metricNames)[]).filter(
        (item) => metric === 1 || item === metric,
      )
      const pictures: Record<string, Picture> = {}
      for (const item of wanted) {
        if (item === 8) {
          const found = await repo.errors(userId, from, to)
          const last = await repo.errors(userId, from - length, from - 1)
          const sum = (rows: { calls: number }[]) => rows.reduce((total, row) => total + row.calls, 0)
          pictures[metricNames[8]] = {
            picture_data: found.map(({ code, calls }) => ({ x_value: code, y_value: calls })),
            total: sum(found),
            last_total: sum(last),
          }
          continue
        }
        pictures[metricNames[item]] = {
          picture_data: [...now].map(([day, at]) => ({ x_value: day * DAY_MS, y_value: values[item](at) })),
          total: values[item](whole),
          last_total: values[item](before),
        }
      }
      return { pictures, start_ms: from * DAY_MS, end_ms: (to + 1) * DAY_MS - 1 }
    },
    async byApi(userId: string, range: number) {
      await settle()
      const { from, to } = await windowOf(userId, range)
      return repo.byApi(userId, from, to)
    },
    async byBot(userId: string, range: number) {
      await settle()
      const { from, to } = await windowOf(userId, range)
      const bots = await repo.byBot(userId, from, to)
      const turns = await repo.turns(
        userId,
        bots.map(({ botId }) => botId),
        from * DAY_MS,
      )
      const byId = new Map(turns.map((turn) => [turn.botId, turn]))
      return bots.map((bot) => ({
        ...bot,
        ms: byId.get(bot.botId)?.ms ?? 0,
        lastAt: byId.get(bot.botId)?.lastAt ?? bot.lastDay * DAY_MS,
      }))
    },
  }
}
export type Insight = ReturnType<typeof createInsight>
