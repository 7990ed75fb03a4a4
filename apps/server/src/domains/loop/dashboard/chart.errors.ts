import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const chartErrors = defineErrors(ErrorCode.traceChart, {
  titleTaken: {
    status: 409,
    en: 'chart.title: there is a chart of this title. Choose another title',
    zh: 'chart.title：已有同名图表，请更换标题',
  },
  tooMany: {
    status: 400,
    en: 'A space has at most {max} charts. Delete one first',
    zh: '每个空间最多 {max} 个图表，请先删除不用的图表',
  },
  badSplit: {
    status: 400,
    en: 'chart.split: {metric} can be split by {splits}',
    zh: 'chart.split：{metric} 仅可按 {splits} 拆分',
  },
  badModel: {
    status: 400,
    en: 'chart.model: {metric} is not a figure of models. Leave it empty',
    zh: 'chart.model：{metric} 不是模型指标，请留空',
  },
})
