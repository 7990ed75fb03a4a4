import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const dashboardErrors = defineErrors(ErrorCode.traceDashboard, {
  badRange: {
    status: 400,
    en: 'end_time: it must be later than start_time, by at most {days} days',
    zh: 'end_time：须晚于 start_time，且间隔不超过 {days} 天',
  },
})
