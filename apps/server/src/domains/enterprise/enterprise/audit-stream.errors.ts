import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const auditStreamErrors = defineErrors(ErrorCode.auditStream, {
  refused: {
    status: 400,
    en: 'config: a test entry could not be delivered: {reason}. Check the URL and its key, then try again',
    zh: 'config：测试记录投递失败：{reason}。请检查地址和密钥后重试',
  },
  limit: {
    status: 400,
    en: 'An enterprise can have max {max} audit streams. Remove one first',
    zh: '每个企业最多 {max} 个审计转发，请先移除一个',
  },
  secretNeeded: {
    status: 400,
    en: 'secret: enter the secret key of the S3 store',
    zh: 'secret：请输入 S3 的 Secret Access Key',
  },
  badAuthority: {
    status: 400,
    en: 'config.authority: not a certificate. Paste it in PEM, with its BEGIN and END lines',
    zh: 'config.authority：不是有效证书，请粘贴 PEM 格式，包含 BEGIN 和 END 行',
  },
})
