import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const passkeyErrors = defineErrors(ErrorCode.passkey, {
  notAvailable: {
    status: 409,
    en: 'Passkeys need an instance with a name such as studio.example.com. Ask the owner to set PUBLIC_URL',
    zh: '通行密钥要求实例使用域名访问，例如 studio.example.com，请联系所有者设置 PUBLIC_URL',
  },
  refused: {
    status: 400,
    en: 'credential: this passkey could not be verified. Try again, or use another way',
    zh: 'credential：无法验证此通行密钥，请重试或使用其他方式',
  },
  unknown: {
    status: 400,
    en: 'credential: this passkey is not known here. Sign in another way and add it under Account > Security',
    zh: 'credential：此通行密钥未在此处登记，请使用其他方式登录后在「账号 > 安全」中添加',
  },
  over: {
    status: 400,
    en: 'credential: this request has expired. Start again',
    zh: 'credential：请求已过期，请重新开始',
  },
  copied: {
    status: 403,
    en: 'credential: this passkey seems to have been copied, so it no longer works. Remove it and add a new one',
    zh: 'credential：此通行密钥可能已被复制，已停止使用，请移除后重新添加',
  },
  limit: {
    status: 409,
    en: 'You have 20 passkeys already. Remove one first',
    zh: '通行密钥已达 20 个，请先移除一个',
  },
})
