import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const alarmErrors = defineErrors(ErrorCode.alarm, {
  nameTaken: {
    status: 409,
    en: 'alarm.name: there is an alarm of this name. Choose another name',
    zh: 'alarm.name：已有同名告警，请更换名称',
  },
  tooMany: {
    status: 400,
    en: 'A space has at most {max} alarms. Delete one first',
    zh: '每个空间最多 {max} 条告警规则，请先删除不用的规则',
  },
  notAMember: {
    status: 400,
    en: 'alarm.user_ids: only members of the space can be told. Remove the others',
    zh: 'alarm.user_ids：仅可通知空间成员，请移除其他用户',
  },
  nobodyToTell: {
    status: 400,
    en: 'alarm: choose at least one person or enter a URL',
    zh: 'alarm：请至少选择一位成员或填写一个 URL',
  },
})
