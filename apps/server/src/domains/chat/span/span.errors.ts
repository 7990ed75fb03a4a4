import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const valueErrors = defineErrors(ErrorCode.spanValues, {
  away: {
    status: 503,
    en: 'The store of span values cannot be reached. Figures and lists work; try again later',
    zh: '暂时无法访问调用数据存储，统计与列表仍可使用，请稍后重试',
  },
  tooMany: {
    status: 400,
    en: 'More than {max} spans match. Choose a shorter time or add words',
    zh: '匹配的 Span 超过 {max} 个，请缩短时间范围或增加关键词',
  },
})
