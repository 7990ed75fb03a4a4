import type { EgressInit } from '#kit/egress/egress-init.ts'
import type { Place } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf, faultOfStatus, jsonInit, readJson } from '../call.ts'

interface Reply {
  ok: boolean
  error?: string
  needed?: string
}
const refused = new Set(['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired'])
const passing = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'ratelimited'])
export const urlOf = (place: Place, path: string) => `${baseOf(place.config, 'https://slack.com')}${path}`

/** Calls a method of the Web API with the token of the bot or of the app. */
export async function call<T extends object>(
  place: Place,
  method: string,
  body: object,
  { token = place.config.bot_token!, init }: { token?: string; init?: EgressInit } = {},
): Promise<T> {
  const auth = { authorization: `Bearer ${token}` }
  const answer = await place.fetch(urlOf(place, `/api/${method}`), { ...jsonInit(body, auth), ...init })
  if (answer.status === 429) throw faultOfStatus('Slack', answer)!
  const reply = await readJson<Reply & T>('Slack', answer)
  if (reply.ok) return reply
  throw faultOf(reply)
}

/** Calls a method with form fields, since some methods accept no JSON. */
export function callForm<T extends object>(place: Place, method: string, fields: Record<string, string>): Promise<T> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Bearer ${place.config.bot_token}`,
  }
  const init = { method: 'POST', headers, body: new URLSearchParams(fields).toString() }
  return call<T>(place, method, {}, { init })
}

function faultOf({ error = '', needed = '' }: Reply): ChannelFault {
  const said = { en: `Slack: ${error}`, zh: `Slack：${error}` }
  if (refused.has(error))
    return new ChannelFault('refused', {
      en: 'Slack does not accept the token any more. Install the app again and enter the new token',
      zh: 'Slack 不再接受该令牌，请重新安装应用并填写新令牌',
    })
  if (error === 'missing_scope')
    return new ChannelFault('missing', {
      en: `The Slack app lacks the scope ${needed}. Add it under OAuth & Permissions and install the app again`,
      zh: `Slack 应用缺少权限 ${needed}，请在 OAuth & Permissions 中添加并重新安装应用`,
    })
  return new ChannelFault(passing.has(error) ? 'later' : 'never', said)
}
