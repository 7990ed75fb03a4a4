import type { Place } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf } from '../call.ts'

export interface Problem {
  code?: string
  message?: string
}
export const urlOf = (place: Place, path: string) => `${baseOf(place.config, 'https://api.dingtalk.com')}${path}`

export function faultOfDing({ code = '', message = '' }: Problem, status: number): ChannelFault {
  const said = { en: `DingTalk: ${message} (${code})`, zh: `钉钉：${message}（${code}）` }
  if (status === 429 || code.includes('Throttling')) return new ChannelFault('later', said, 3000)
  if (/invalidClient|InvalidAuthentication|authFailed/i.test(code) || status === 401)
    return new ChannelFault('refused', {
      en: 'DingTalk does not know this client id and secret. Copy both from Credentials and Basic Information',
      zh: '钉钉不接受该 Client ID 与 Client Secret，请从“凭证与基础信息”中重新复制',
    })
  if (code.includes('Forbidden.AccessDenied'))
    return new ChannelFault('missing', {
      en: `The app lacks a permission: ${message}. Add it under Permission Management`,
      zh: `应用缺少权限：${message}，请在“权限管理”中开通`,
    })
  return new ChannelFault(status >= 500 ? 'later' : 'never', said)
}
