import type { contract } from '@orrery/contract'
import type { Scene } from '#domains/chat/span/shared/span-types.ts'
import type { Handlers } from '#kit/http/context.ts'
import { dashboardErrors } from './dashboard.errors.ts'
import { type Aggregate, type Figure, indicators, metricOf, promptIndicators } from './figure-values.ts'
import type { Choice, FiguresService } from './figures.service.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const OPTIONS_DAYS = 30
const widths = [MINUTE, HOUR, DAY, 7 * DAY]
const aggregates: readonly Aggregate[] = ['avg', 'p50', 'p90', 'p99', 'max', 'min', 'sum']
/** Seconds per point with the number on the wire; the first that gives no more points than a chart can show is used. */
const intervals = [
  [60, 3],
  [120, 4],
  [300, 5],
  [600, 6],
  [1200, 7],
  [1800, 8],
  [7200, 8],
  [DAY, 8],
] as const
const MAX_POINTS = 360
const Option = { model: 1, prompt: 2 } as const
const AppType = { services: [1, 5], bots: [2], prompts: [3, 6] }

const scenesOf = (env: number | undefined): Scene[] | undefined =>
  env === 0 ? ['online', 'task'] : env === 1 ? ['debug'] : undefined
const seconds = (ms: number) => Math.floor(ms / 1000)
const shown = (value: number) => String(Math.round(value * 10_000) / 10_000)
const listOf = (...lists: (string[] | undefined)[]) => {
  const all = lists.flatMap((list) => list ?? [])
  return all.length ? all : undefined
}
const kindsOf = (appType: number) =>
  AppType.services.includes(appType) ? ['service'] : AppType.bots.includes(appType) ? ['bot'] : undefined

function chosen(types: number[], from: ReadonlyMap<number, Figure>): Map<number, Figure> {
  return new Map(
    types.map((type) => {
      const figure = from.get(type)
      if (!figure) throw dashboardErrors.notOfPrompts()
      return [type, figure]
    }),
  )
}
/** Figures of the overview by their numbers on the wire. */
const overviews: readonly Figure[] = [5, 33, 29, 20, 1].map((type) => indicators.get(type)!)
/** Overviews 2 and 3 show the share of failures, but their figures are shares of successes. */
const asFailed = (index: number, value: number) => (index === 1 || index === 2 ? 1 - value : value)

export function figuresRoutes(figures: FiguresService): Handlers<typeof contract.traceFigures> {
  return {
    async metrics(input) {
      const choice: Choice = {
        spaceId: input.space_id,
        from: input.start_time,
        to: input.end_time,
        scenes: scenesOf(input.target_env),
        objectKeys: listOf(input.client_names, input.filters?.client_name, input.tag_kvs?.client_name),
        models: listOf(input.filters?.model, input.tag_kvs?.model),
      }
      const [width, interval] =
        intervals.find(([size]) => (choice.to - choice.from) / size <= MAX_POINTS) ?? intervals.at(-1)!
      const { client_name: byObject, model: byModel } = input.tag_kvs ?? {}
      const split = byObject ? (byModel ? 'both' : 'object') : byModel ? 'model' : 'none'
      const figure = metricOf(input.metrics_type, aggregates[(input.aggregate_type ?? 2) - 2]!)
      const curves = await figures.curves(choice, width, split, figure, input.top_k)
      return {
        interval,
        curves: curves.map(({ object, model, points }) => ({
          tag_kvs: { ...(byObject && { client_name: object }), ...(byModel && { model }) },
          points: points.map(({ at, value }) => ({ x: at, x_alias: new Date(at * 1000).toISOString(), y: value })),
        })),
      }
    },
    async tagOptions(input) {
      const { objects, models } = await figures.seen({
        spaceId: input.space_id,
        from: input.start_time,
        to: input.end_time,
        scenes: scenesOf(input.target_env),
        objectKeys: listOf(input.client_names, input.client_name ? [input.client_name] : undefined),
      })
      return {
        clients: Object.fromEntries(objects.map(({ key, name }) => [key, [{ id: key, name }]])),
        models,
      }
    },
    async indicators(input) {
      const { filter } = input
      const appType = filter?.app_type ?? 0
      const prompts = filter?.prompt_key_version?.map((one) => ({ key: one.prompt_key, versions: one.prompt_version }))
      const choice: Choice = {
        spaceId: input.space_id,
        from: seconds(input.start_time),
        to: seconds(input.end_time),
        objectKinds: kindsOf(appType),
        objectKeys: listOf(filter?.psm, filter?.coze_bot_id),
        models: filter?.model_identification,
      }
      const known = AppType.prompts.includes(appType) ? promptIndicators : indicators
      const width = widths[(input.aggregation_type ?? 3) - 1]!
      const found = await figures.series(choice, width, chosen(input.indicator_type, known), prompts)
      const length = choice.to - choice.from
      const earlier = { ...choice, from: choice.from - length, to: choice.from }
      const overview = await Promise.all(
        (input.overview_indicator_type ?? []).map(async (type) => {
          const [now, before] = await Promise.all(
            [choice, earlier].map(async (one) => asFailed(type - 1, await figures.total(one, overviews[type - 1]!))),
          )
          return { type, now: now!, before: before! }
        }),
      )
      const pointsOf = (type: number, points: { at: number; value: number }[]) =>
        points.map(({ at, value }) => ({
          indicator_type: type,
          indicator_value: shown(value),
          timestamp: String(at * 1000),
        }))
      return {
        indicators: Object.fromEntries(
          [...found].map(([type, { points, total, byObject }]) => [
            String(type),
            {
              indicator_points: pointsOf(type, points),
              totals: shown(total),
              ...(byObject.size && {
                multi_obs_objs_indicator_points: Object.fromEntries(
                  [...byObject].map(([key, own]) => [key, pointsOf(type, own)]),
                ),
              }),
            },
          ]),
        ),
        obs_objs_metas: Object.fromEntries(
          [...(await figures.namesOf(choice.objectKeys ?? []))].map(([key, name]) => [key, { show_name: name }]),
        ),
        overview_indicators: Object.fromEntries(
          overview.map(({ type, now, before }) => [
            String(type),
            {
              overview_indicator_type: type,
              overview_indicator_value: shown(now),
              overview_indicator_last_value: shown(before),
            },
          ]),
        ),
      }
    },
    async indicatorOptions({ space_id, options }) {
      const choice = figures.lastDays(space_id, OPTIONS_DAYS)
      const found: Record<string, string[]> = {}
      for (const option of new Set(options))
        found[option] = option === Option.model ? (await figures.seen(choice)).models : await figures.promptKeys(choice)
      return { indicator_options: found }
    },
    async indicatorByOption(input) {
      const choice: Choice = {
        spaceId: input.space_id,
        from: seconds(input.start_time),
        to: seconds(input.end_time),
        objectKinds: kindsOf(input.app_type),
      }
      const option = input.options === Option.model ? 'model' : 'prompt'
      const { values, total } = await figures.byOption(choice, input.indicator_type, option)
      return {
        indicator_options_with_value: Object.fromEntries([...values].map(([name, value]) => [name, shown(value)])),
        totals: shown(total),
      }
    },
    async operation(input) {
      const found = await figures.tokens({
        spaceId: input.space_id,
        from: seconds(input.start_time),
        to: seconds(input.end_time),
        scenes: scenesOf(input.fornax_env),
        objectKeys: input.psm?.length ? input.psm : undefined,
        models: input.model_id?.length ? input.model_id : undefined,
      })
      const sums = new Map<string, { period: string; psm: string; model: string; tokens: number }>()
      for (const { at, object, model, input: inTokens, output } of found.rows) {
        const period = periodOf(at, input.aggregation_type)
        const key = [period, object, model].join('\u0001')
        const known = sums.get(key) ?? { period, psm: object, model, tokens: 0 }
        sums.set(key, { ...known, tokens: known.tokens + inTokens + output })
      }
      return {
        operations: [...sums.values()].map(({ period, psm, model, tokens }) => ({
          operation_type: input.operation_type,
          operation_value: String(tokens),
          operation_period: period,
          space_id: input.space_id,
          psm,
          model_id: model,
        })),
        operation_type: input.operation_type,
        total: String(found.total),
        ...(found.dayChange !== undefined && { one_day_comparison: found.dayChange }),
        ...(found.periodChange !== undefined && { one_period_comparison: found.periodChange }),
      }
    },
    async operationKeys({ space_id, aggregation_keys, fornax_env }) {
      const choice = { ...figures.lastDays(space_id, OPTIONS_DAYS), scenes: scenesOf(fornax_env) }
      const { objects, models } = await figures.seen(choice)
      return {
        operation_aggregations: aggregation_keys.map((key) => ({
          key,
          data: key === 'psm' ? objects.map((one) => one.key) : models,
        })),
      }
    },
  }
}

/** Formats a period in UTC: 2026-11-16, 2026-W47, 2026-11, 2026-Q4 or 2026. */
function periodOf(at: number, aggregation: number): string {
  const date = new Date(at * 1000)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  if (aggregation === 0) return date.toISOString().slice(0, 10)
  if (aggregation === 1) return weekOf(date)
  if (aggregation === 2) return date.toISOString().slice(0, 7)
  return aggregation === 3 ? `${year}-Q${Math.floor(month / 3) + 1}` : String(year)
}
/** The ISO week: it belongs to the year of its Thursday. */
function weekOf(date: Date): string {
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * DAY * 1000)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY * 1000)) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}
