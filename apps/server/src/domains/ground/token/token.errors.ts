import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const tokenErrors = defineErrors(ErrorCode.token, {
  limit: {
    status: 400,
    en: 'You have reached the limit of {max} tokens. Delete one first',
    zh: '你已有 {max} 个令牌，已达上限，请先删除一个',
  },
  expiryPast: {
    status: 400,
    en: 'expire_at: must be in the future, in Unix seconds',
    zh: 'expire_at：必须是将来的时间（1970 年以来的秒数）',
  },
  unknownPermission: {
    status: 400,
    en: 'permission_list: “{name}” is not a permission',
    zh: 'permission_list：“{name}”不是有效的权限',
  },
})
