import { z } from 'zod'
import { op } from '#kit.ts'
import { type ChartMetric, chartMetrics, chartSplits } from '#shared/chart-metrics.ts'
import { id, idOrNone, name } from '#shared/fields.ts'

export const CHART_LIMITS = { charts: 30, curves: 6 } as const
const s = z.string()
const n = z.number()
const access = { on: 'space', id: 'space_id', can: 'observe' } as const
const metrics = Object.keys(chartMetrics) as ChartMetric[]
const given = z.object({
  title: name(50),
  metric: z.enum(metrics),
  /** The attribute with one curve for each value; empty: one curve in total. */
  split: z.enum(['', ...chartSplits]).default(''),
  /** The id of a bot or workflow, or the name of a service; empty: everything in the space. */
  object_key: s.max(512).default(''),
  model: s.max(512).default(''),
  shape: z.enum(['bars', 'lines']).default('lines'),
  is_wide: z.boolean().default(false),
})
export type GivenChart = z.infer<typeof given>
const chart = given.extend({ id: s })
export type TraceChart = z.infer<typeof chart>
const range = {
  space_id: id(),
  /** In milliseconds since 1970. */
  start_time: z.int().min(0),
  end_time: z.int().min(0),
}

/** Charts that people add to the dashboard of a space. */
export const traceCharts = {
  list: op('POST /api/trace/chart/list', {
    summary: 'List the charts of a space',
    summaryZh: '列出空间的自定义图表',
    access,
    input: () => z.object({ space_id: id() }),
    output: () => z.object({ charts: z.array(chart) }),
  }),
  save: op('POST /api/trace/chart/save', {
    summary: 'Create or change a chart',
    summaryZh: '创建或修改图表',
    access,
    input: () => z.object({ space_id: id(), chart_id: idOrNone(), chart: given }),
    output: () => z.object({ chart_id: s }),
  }),
  remove: op('POST /api/trace/chart/remove', {
    summary: 'Delete a chart',
    summaryZh: '删除图表',
    access,
    input: () => z.object({ space_id: id(), chart_id: id() }),
    output: () => z.object({}),
  }),
  points: op('POST /api/trace/chart/points', {
    summary: 'Get the points of a chart, saved or not',
    summaryZh: '获取图表的数据点，无需先保存',
    access,
    input: () => z.object({ ...range, chart: given.omit({ title: true }) }),
    output: () =>
      z.object({
        bucket_ms: n,
        times: z.array(n),
        /** A point without data is null, since an average of no values is undefined. */
        curves: z.array(z.object({ key: s, name: s, total: n.nullable(), values: z.array(n.nullable()) })),
      }),
  }),
  marks: op('POST /api/trace/chart/marks', {
    summary: 'List publications of bots, workflows, projects and prompts in a time',
    summaryZh: '列出一段时间内智能体、工作流、项目与提示词的发布记录',
    access,
    input: () => z.object({ ...range, object_key: s.max(512).optional() }),
    output: () => z.object({ marks: z.array(z.object({ at: n, object: s, name: s, version: s })) }),
  }),
}
