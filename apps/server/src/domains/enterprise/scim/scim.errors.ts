import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const provisioningErrors = defineErrors(ErrorCode.provisioning, {
  tokenLimit: {
    status: 409,
    en: 'An enterprise can have {max} SCIM tokens. Revoke one first',
    zh: '每个企业最多 {max} 个 SCIM 令牌，请先吊销一个',
  },
})
