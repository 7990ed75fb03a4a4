import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, commaList, id } from '#shared/fields.ts'

const s = z.string()
const n = z.number()
/** Figures count the use by everyone in a space, so they require the right to see all its traces. */
const access = { on: 'space', id: 'space_id', can: 'observe' } as const
const time = z.coerce.number().int().min(0)
/** In seconds since 1970. */
const seconds = z.coerce.number().int().min(0).max(100_000_000_000)
/** 0 online, 1 trial, 2 both. */
const env = z.coerce.number().int().min(0).max(2).optional()
const names = z.array(s.max(512)).max(200).optional()
/** 0 everything, 1 and 5 services, 2 bots, 3 and 6 spans that name a prompt, 4 models. */
const appType = z.coerce.number().int().min(0).max(6)
/** The numbers of indicators; `indicator-types.ts` on the server defines what each counts. */
const indicator = z.coerce.number().int().min(1).max(43)
/** 1 minute, 2 hour, 3 day, 4 week. */
const step = z.coerce.number().int().min(1).max(4).optional()
const point = z.object({ indicator_type: n, indicator_value: s, timestamp: s })

export const traceFigures = {
  metrics: op('POST /api/observation/v1/metrics', {
    summary: 'Get a metric of services or models over time',
    summaryZh: '获取服务或模型指标随时间的变化',
    access,
    input: () =>
      z.object({
        space_id: id(),
        start_time: seconds,
        end_time: seconds,
        /**
         * For traces: 2 requests per second, 3 success rate, 4 time to the first token, 5 duration; for model calls: 6
         * to 9 the same, 10 tokens.
         */
        metrics_type: z.coerce.number().int().min(2).max(10),
        /** 2 average, 3 p50, 4 p90, 5 p99, 6 maximum, 7 minimum, 8 sum. */
        aggregate_type: z.coerce.number().int().min(2).max(8).optional(),
        /** Separate curves by `client_name` or `model`, for these values; an empty list means all values. */
        tag_kvs: z.partialRecord(z.enum(['client_name', 'model']), z.array(s.max(512)).max(50)).optional(),
        filters: z.partialRecord(z.enum(['client_name', 'model']), z.array(s.max(512)).max(50)).optional(),
        top_k: z.coerce.number().int().min(1).max(50).default(10),
        client_names: names,
        target_env: env,
        /** Accepted and ignored: all traces are stored in one place here. */
        transferred: bool().optional(),
      }),
    output: () =>
      z.object({
        curves: z.array(z.object({ tag_kvs: z.record(s, s), points: z.array(z.object({ x: n, x_alias: s, y: n })) })),
        /** 3 1 minute, 4 2 minutes, 5 5 minutes, 6 10 minutes, 7 20 minutes, 8 30 minutes or more. */
        interval: n,
      }),
  }),
  tagOptions: op('GET /api/observation/v1/metrics/tags/options', {
    summary: 'Get the services and models that metrics can be split by',
    summaryZh: '获取指标可用的服务和模型选项',
    access,
    input: () =>
      z.object({
        space_id: id(),
        start_time: seconds,
        end_time: seconds,
        target_env: env,
        client_names: commaList(s.max(512)).optional(),
        client_name: s.max(512).optional(),
        transferred: bool().optional(),
      }),
    output: () => z.object({ clients: z.record(s, z.array(z.object({ id: s, name: s }))), models: z.array(s) }),
  }),
  indicators: op('POST /api/observation/v1/insight_indicator', {
    summary: 'Get indicators of a space over time, with their totals and those of the time before',
    summaryZh: '获取空间的各项指标、总计及上一周期的对比',
    access,
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        indicator_type: z.array(indicator).max(43),
        start_time: time,
        end_time: time,
        aggregation_type: step,
        filter: z
          .object({
            app_type: appType,
            psm: names,
            coze_bot_id: names,
            model_identification: names,
            prompt_key_version: z
              .array(z.object({ prompt_key: s.max(512), prompt_version: z.array(s.max(128)).max(50).optional() }))
              .max(50)
              .optional(),
          })
          .optional(),
        /**
         * 1 traces, 2 error rate of model calls, 3 error rate of traces, 4 average duration of model calls, 5 tokens.
         */
        overview_indicator_type: z.array(z.coerce.number().int().min(1).max(5)).max(5).optional(),
      }),
    output: () =>
      z.object({
        indicators: z.record(
          s,
          z.object({
            indicator_points: z.array(point),
            totals: s,
            multi_obs_objs_indicator_points: z.record(s, z.array(point)).optional(),
          }),
        ),
        obs_objs_metas: z.record(s, z.object({ show_name: s })),
        overview_indicators: z.record(
          s,
          z.object({
            overview_indicator_type: n,
            overview_indicator_value: s,
            overview_indicator_last_value: s,
          }),
        ),
      }),
  }),
  indicatorOptions: op('POST /api/observation/v1/indicator_options', {
    summary: 'Get the models and prompts that indicators can be split by',
    summaryZh: '获取指标可用的模型和提示词选项',
    access,
    reply: 'flat',
    input: () => z.object({ space_id: id(), options: z.array(z.coerce.number().int().min(1).max(2)).max(2) }),
    output: () => z.object({ indicator_options: z.record(s, z.array(s)) }),
  }),
  indicatorByOption: op('POST /api/observation/v1/indicator_by_option', {
    summary: 'Get an indicator for each model or prompt',
    summaryZh: '按模型或提示词获取一项指标',
    access,
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        indicator_type: indicator,
        start_time: time,
        end_time: time,
        /** 1 models, 2 prompts. */
        options: z.coerce.number().int().min(1).max(2),
        app_type: appType,
        aggregation_type: step,
      }),
    output: () => z.object({ indicator_options_with_value: z.record(s, s), totals: s }),
  }),
  operation: op('POST /api/observation/v1/operation', {
    summary: 'Get the tokens of a space by service and model, with comparisons',
    summaryZh: '按服务和模型获取空间的 Token 用量及环比',
    access,
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        operation_type: z.literal('token'),
        start_time: time,
        end_time: time,
        psm: names,
        model_id: names,
        /** 0 day, 1 week, 2 month, 3 quarter, 4 year. */
        aggregation_type: z.coerce.number().int().min(0).max(4).default(0),
        fornax_env: env,
      }),
    output: () =>
      z.object({
        operations: z.array(
          z.object({
            operation_type: s,
            operation_value: s,
            operation_period: s,
            space_id: s,
            psm: s,
            model_id: s,
          }),
        ),
        operation_type: s,
        total: s,
        /** Relative change: 0.5 is 50 % more. Absent if the earlier period has no data. */
        one_day_comparison: n.optional(),
        one_period_comparison: n.optional(),
      }),
  }),
  operationKeys: op('POST /api/observation/v1/operation/common_aggregation', {
    summary: 'Get the services and models that used tokens',
    summaryZh: '获取产生 Token 用量的服务和模型',
    access,
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        aggregation_keys: z.array(z.enum(['psm', 'model_id'])).max(2),
        fornax_env: env,
      }),
    output: () => z.object({ operation_aggregations: z.array(z.object({ key: s, data: z.array(s) })) }),
  }),
}
