import type { BotMetric, BotPeriod, contract } from '@orrery/contract'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { Clock } from '#kit/clock.ts'
import { botOf, resourceOf } from '#domains/loop/observation/shared/requested-resource.ts'
import type { IntentService } from '#domains/loop/intent/intent.service.ts'
import type { BotDataService, DataQuery, Group } from './bot-data.service.ts'
import type { BotMetrics } from './bot-metrics.service.ts'

const DAY_S = 86_400
const defaultGroups: Readonly<Record<string, Group>> = {
  connector_group: 'connector',
  error_code_group_value: 'error_code',
}
interface Batch {
  metrics_types: BotMetric[]
  data_type: 'value' | 'group_list' | 'point_list' | 'ranking'
  period_type?: BotPeriod | undefined
}
export interface BotDataRoutesDeps {
  data: BotDataService
  metrics: BotMetrics
  intents: Pick<IntentService, 'of' | 'names'>
  clock: Clock
}

export function botDataRoutes({
  data,
  metrics,
  intents,
  clock,
}: BotDataRoutesDeps): Handlers<typeof contract.traceBotData> {
  /** Replaces the ids of intents by their names. */
  async function groupsOf(query: DataQuery, metric: BotMetric, group: Group, { locale }: Ctx) {
    const groups = await data.groups(query, metric, group)
    if (group !== 'intent') return groups
    const names = await intents.names(query.asked.spaceId, locale)
    return groups.map((row) => ({ ...row, group: names.get(row.group)?.name ?? '' }))
  }
  async function one(query: DataQuery, metric: BotMetric, { data_type, period_type }: Batch, group: Group, ctx: Ctx) {
    const shown = { metrics_type: metric, data_type }
    if (data_type === 'value') {
      const { now, last } = await data.value(query, metric)
      return { ...shown, value: { value: String(now), last_period_value: String(last) } }
    }
    if (data_type === 'point_list') {
      const points = await data.points(query, metric, period_type ?? 'day')
      return {
        ...shown,
        point_list: points.map(({ at, value }) => ({ metrics_time: String(at), value: String(value) })),
      }
    }
    const groups = await groupsOf(query, metric, group, ctx)
    if (data_type === 'group_list')
      return { ...shown, group_list: groups.map((row) => ({ [group]: row.group, value: String(row.value) })) }
    const [top] = groups
    return {
      ...shown,
      ...(top && {
        ranking: { category_name: top.group, value: String(top.value), last_period_value: String(top.last) },
      }),
    }
  }
  const batch = async (query: DataQuery, input: Batch, group: Group, ctx: Ctx) => ({
    data: await Promise.all(input.metrics_types.map((metric) => one(query, metric, input, group, ctx))),
  })
  return {
    async query(input, ctx) {
      const { start, end } = input.time_range
      const filter = input.filter ?? {}
      const [retained = '1d'] = filter.retention_period ?? []
      const points = await data.points(
        {
          asked: botOf(input, ctx),
          from: start,
          to: end,
          connectors: filter.connector_name,
          models: filter.model_name,
          userTypes: filter.user_type,
          criterias: input.criterias,
        },
        input.metrics_type,
        input.time_type,
        retained,
      )
      const dim = {
        user_type: filter.user_type?.join(',') ?? '',
        connector_name: filter.connector_name?.join(',') ?? '',
        retention_period: input.metrics_type === 'retention_rate' ? retained : '',
        model_name: filter.model_name?.join(',') ?? '',
        message_type: '',
      }
      return { list: points.map(({ at, value }) => ({ metrics_time: String(at), value: String(value), dim })) }
    },
    batch: (input, ctx) =>
      batch(
        {
          asked: botOf(input, ctx),
          ...data.rangeOf(input.time_range, input.time_range_type, input.is_realtime ?? true),
          connectors: input.filter?.connector_id,
        },
        input,
        input.group_type?.[0] ?? 'connector',
        ctx,
      ),
    batchOf: (input, ctx) =>
      batch(
        {
          // The resource determines the space.
          asked: resourceOf({ ...input, space_id: ctx.located!.spaceId }, ctx),
          ...data.rangeOf(undefined, input.time_range_type),
          connectors: input.filter?.connector_id,
        },
        input,
        input.group_type?.[0] ?? defaultGroups[input.data_source_type] ?? 'connector',
        ctx,
      ),
    async queries(input, ctx) {
      const { channel, intent, session_id, input: asked, output } = input.filters ?? {}
      const either = (one: typeof channel) => [...(one?.enums ?? []), ...(one?.string_value ? [one.string_value] : [])]
      const { rows, hasMore } = await data.questions(
        {
          asked: botOf(input, ctx),
          from: input.time_range.start,
          to: input.time_range.end,
          connectors: either(channel),
        },
        {
          input: asked?.string_value,
          output: output?.string_value,
          sessions: either(session_id),
          intents: either(intent),
        },
        { isOldestFirst: input.sort_order === 'asc', offset: input.page_token, limit: input.size },
      )
      const names = await intents.names(input.space_id, ctx.locale)
      return {
        data: rows.map((row) => ({
          intent: names.get(row.intent_id)?.name ?? '',
          session_id: row.session,
          input: row.input,
          output: row.output,
          start_time: String(Math.floor(Number(row.started_at) / 1000)),
          channel: row.connector_id,
          trace_id: row.trace_id,
        })),
        page_token: String(input.page_token + rows.length),
        has_more: hasMore,
      }
    },
    async fieldMetas(input, ctx) {
      const channels = await data.connectors(botOf(input, ctx))
      const { intents: known } = await intents.of(input.space_id, ctx.locale)
      const text = { operations: [0], value_type: 0, value_options: [] }
      const options = channels.map((id) => ({ key: id, value: id, children: [] }))
      return {
        field_metas: {
          channel: { operations: [0], value_type: 1, value_options: options },
          intent: {
            operations: [0],
            value_type: 2,
            value_options: known.map(({ id, name, children }) => ({
              key: id,
              value: name,
              children: children.map((child) => ({ key: child.id, value: child.name })),
            })),
          },
          session_id: text,
          input: text,
          output: text,
        },
      }
    },
    async fg(input, ctx) {
      botOf(input, ctx)
      return { enable_queries: await ctx.access.can(ctx.actor!, 'bot', input.bot_id, 'editInfo') }
    },
    async channels(input, ctx) {
      const channels = await data.connectors(botOf(input, ctx))
      return { status: channels.length ? 'ready' : 'empty', channels }
    },
    async satisfaction(input, ctx) {
      const found = await data.satisfaction({
        asked: botOf(input, ctx),
        from: input.time_range.start,
        to: input.time_range.end,
        connectors: input.connector_ids,
      })
      return { score: found?.score ?? 0, increment: found?.increment ?? 0, hasScore: found !== undefined }
    },
    async intents(input, ctx) {
      const names = await intents.names(input.space_id, ctx.locale)
      const isUpper = input.label_depth === '1'
      const rows = await data.intents(
        {
          asked: botOf(input, ctx),
          from: input.time_range.start,
          to: input.time_range.end,
          connectors: input.connector_ids,
        },
        (id) => {
          const found = names.get(id)
          return isUpper ? (found?.parent?.id ?? found?.id) : found?.parent && found.id
        },
      )
      return {
        data: rows.map(({ intent, ...row }) => ({
          ...row,
          starling_key: names.get(intent)!.name,
          label_id: intent,
          parent_starling_key: names.get(intent)!.parent?.name ?? '',
        })),
      }
    },
    async metrics(input, ctx) {
      const { interval, curves } = await metrics.curves({
        asked: botOf(input, ctx),
        from: input.start_time,
        to: input.end_time,
        type: input.metrics_type,
        aggregate: input.aggregate_type,
        choices: input.tag_kvs ?? {},
        topK: input.top_k,
      })
      return {
        interval,
        curves: curves.map(({ tags, points }) => ({
          tag_kvs: tags,
          points: points.map(({ at, value }) => ({
            x: String(at),
            x_alias: new Date(at * 1000).toISOString(),
            y: value,
          })),
        })),
      }
    },
    latestOptions: (input, ctx) => {
      const now = Math.ceil(clock.now() / 1000)
      return optionsOf(input, now - DAY_S, now + 60, undefined, 50, ctx)
    },
    historicalOptions: (input, ctx) =>
      optionsOf(input, input.start_time, input.end_time, input.metrics_type, input.top_k, ctx),
  }
  async function optionsOf(
    input: { space_id: string; bot_id: string; tag_k: Parameters<BotMetrics['options']>[1]; choices?: object },
    from: number,
    to: number,
    type: number | undefined,
    topK: number,
    ctx: Ctx,
  ) {
    const values = await metrics.options(botOf(input, ctx), input.tag_k, from, to, input.choices ?? {}, type, topK)
    return { options: values.map((value) => ({ key: value, label: value })) }
  }
}
