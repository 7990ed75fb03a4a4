import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const locationErrors = defineErrors(ErrorCode.location, {
  unknown: {
    status: 400,
    en: 'Your location can’t be told from your IP address. Connect from a public IPv4 address and try again',
    zh: '无法从你的 IP 地址识别位置，请使用公网 IPv4 地址连接后重试',
  },
  leftOut: {
    status: 403,
    en: 'This instance doesn’t share locations in {country}. Ask the instance owner',
    zh: '此实例不共享位于「{country}」的位置，请联系实例所有者',
  },
})
