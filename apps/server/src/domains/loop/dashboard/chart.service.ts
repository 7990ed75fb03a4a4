import { CHART_LIMITS, type GivenChart } from '@orrery/contract'
import { isOfModels, splitsOf } from '@orrery/contract/shared/chart-metrics'
import { and, asc, eq } from 'drizzle-orm'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { Clock } from '#kit/clock.ts'
import { type Db, violates } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { barsOf } from './bucket-width.ts'
import { type CurveCounts, countsOf, valueOf } from './chart-points.ts'
import { chartErrors } from './chart.errors.ts'
import { traceChart } from './chart.table.ts'
import { dashboardErrors } from './dashboard.errors.ts'
import { namesOf } from './object-names.ts'
import { releaseMarks } from './release-marks.ts'

const DAY = 86_400
const MAX_DAYS = 400
/** The key of the curve that sums up everything without a curve of its own. */
const OTHER = '\u0001'
export interface ChartDeps {
  db: Db
  queue: Pick<SpanQueue, 'flush'>
  newId: NewId
  clock: Clock
}
type Range = { from: number; to: number }

/** Charts of a space: each has a metric, an optional split, and filters. */
export function createChartService({ db, queue, newId, clock }: ChartDeps) {
  const isOf = (spaceId: string, id: string) => and(eq(traceChart.spaceId, spaceId), eq(traceChart.id, id))
  function check({ metric, split, model }: Omit<GivenChart, 'title'>) {
    const splits = splitsOf(metric)
    if (split && !splits.includes(split)) throw chartErrors.badSplit({ metric, splits: splits.join(', ') })
    if (model && !isOfModels(metric)) throw chartErrors.badModel({ metric })
  }
  function checkRange({ from, to }: Range) {
    if (to <= from || to - from > MAX_DAYS * DAY) throw dashboardErrors.badRange({ days: MAX_DAYS })
  }
  return {
    list: (spaceId: string) =>
      db.select().from(traceChart).where(eq(traceChart.spaceId, spaceId)).orderBy(asc(traceChart.id)),
    async save(spaceId: string, userId: string, id: string | undefined, chart: GivenChart): Promise<string> {
      check(chart)
      const row = {
        title: chart.title,
        metric: chart.metric,
        split: chart.split,
        objectKey: chart.object_key,
        model: chart.model,
        shape: chart.shape,
        isWide: chart.is_wide,
        updatedAt: clock.now(),
      }
      try {
        if (id) {
          const changed = await db.update(traceChart).set(row).where(isOf(spaceId, id)).returning({ id: traceChart.id })
          if (!changed.length) throw errors.notFound({ what: 'chart' })
          return id
        }
        if ((await db.$count(traceChart, eq(traceChart.spaceId, spaceId))) >= CHART_LIMITS.charts)
          throw chartErrors.tooMany({ max: CHART_LIMITS.charts })
        const made = { ...row, id: newId(), spaceId, createdBy: userId }
        await db.insert(traceChart).values(made)
        return made.id
      } catch (cause) {
        if (violates(cause, 'trace_chart_title')) throw chartErrors.titleTaken()
        throw cause
      }
    },
    async remove(spaceId: string, id: string): Promise<void> {
      const gone = await db.delete(traceChart).where(isOf(spaceId, id)).returning({ id: traceChart.id })
      if (!gone.length) throw errors.notFound({ what: 'chart' })
    },
    async points(spaceId: string, range: Range, chart: Omit<GivenChart, 'title'>) {
      check(chart)
      checkRange(range)
      await queue.flush()
      const { metric, split, object_key: objectKey, model } = chart
      const { width, step } = barsOf(range, clock)
      const rows = await countsOf(db, { ...range, spaceId, step, width, metric, split, objectKey, model })
      const first = Math.floor(range.from / width) * width
      const times = Array.from({ length: Math.ceil((range.to - first) / width) }, (_, at) => first + at * width)
      const curves = [...curvesOf(rows)]
      const names =
        split === 'object'
          ? await namesOf(
              db,
              curves.map(([key]) => key),
            )
          : new Map<string, string>()
      return {
        width,
        times: times.map((at) => at * 1000),
        curves: curves.map(([key, own]) => {
          const byTime = Map.groupBy(own, ({ at }) => at)
          return {
            key: key === OTHER ? 'other' : key || 'all',
            name: key === OTHER ? '' : (names.get(key) ?? key),
            total: valueOf(metric, own),
            values: times.map((at) => valueOf(metric, byTime.get(at) ?? [])),
          }
        }),
      }
    },
    marks(spaceId: string, range: Range, object?: string) {
      checkRange(range)
      return releaseMarks(db, spaceId, range, object)
    },
  }
}
export type ChartService = ReturnType<typeof createChartService>

/** The largest curves, and one for the sum of all others. */
function curvesOf(rows: readonly CurveCounts[]): Map<string, CurveCounts[]> {
  const byKey = Map.groupBy(rows, ({ key }) => key)
  const size = (own: readonly CurveCounts[]) => own.reduce((all, row) => all + Math.max(row.n, row.of), 0)
  const sorted = [...byKey].sort(([, a], [, b]) => size(b) - size(a))
  if (sorted.length <= CHART_LIMITS.curves) return new Map(sorted)
  const kept = sorted.slice(0, CHART_LIMITS.curves - 1)
  const rest = sorted.slice(CHART_LIMITS.curves - 1).flatMap(([, own]) => own)
  return new Map([...kept, [OTHER, rest]])
}
