import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const dashboardErrors = defineErrors(ErrorCode.traceDashboard, {
  badRange: {
    status: 400,
    en: 'end_time: it must be later than start_time, by at most {days} days',
    zh: 'end_time：须晚于 start_time，且间隔不超过 {days} 天',
  },
  tooFine: {
    status: 400,
    en: 'aggregation_type: figures by minute reach back 7 days. Ask by hour, or about a later time',
    zh: 'aggregation_type：按分钟的数据仅保留 7 天，请改为按小时查询或缩短时间范围',
  },
  tooManyPoints: {
    status: 400,
    en: 'aggregation_type: that would be more than {max} points. Ask by longer parts, or about a shorter time',
    zh: 'aggregation_type：数据点超过 {max} 个，请增大统计粒度或缩短时间范围',
  },
  notByOption: {
    status: 400,
    en: 'indicator_type: indicator {type} is not counted by this option. Choose tokens, calls or times',
    zh: 'indicator_type：指标 {type} 不支持按该选项统计，请选择 Token、调用次数或耗时类指标',
  },
  notOfPrompts: {
    status: 400,
    en: 'indicator_type: of prompts, only tokens (1 to 3, 40 to 42) and spans (10) are counted',
    zh: 'indicator_type：提示词仅支持 Token（1 至 3、40 至 42）和 Span 数（10）指标',
  },
  notByGroup: {
    status: 400,
    en: 'metrics_types: {metric} cannot be told by group. Ask for a value or for points',
    zh: 'metrics_types：{metric} 不支持分组，请查询单值或时间序列',
  },
})
