import { createHmac } from 'node:crypto'
import type { EgressInit } from '#kit/egress/egress-init.ts'
import { sameText } from '#kit/secrets.ts'
import type { ChannelEvent, Place, RawRequest, Received } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf, faultOfStatus, jsonInit, readJson } from '../call.ts'

interface Problem {
  error?: { code?: number; error_subcode?: number; message?: string; error_data?: { details?: string } }
}
const VERSION = 'v23.0'
const WINDOW = new Set([131047, 2018278])
const BUSY = new Set([4, 80007, 130429, 131048, 131056, 613])

/** Verification on both platforms: a challenge when the address is entered, then a signature over the raw bytes. */
export function receiveMeta(request: RawRequest, place: Place, read: (body: string) => ChannelEvent[]): Received {
  const { method, query, headers, body } = request
  if (method === 'GET') {
    const isOurs =
      query.get('hub.mode') === 'subscribe' && sameText(query.get('hub.verify_token') ?? '', place.hookSecret)
    return isOurs ? { events: [], answer: { status: 200, body: query.get('hub.challenge') ?? '' } } : 'forged'
  }
  const right = createHmac('sha256', place.config.app_secret ?? '')
    .update(body)
    .digest('hex')
  if (!sameText(headers.get('x-hub-signature-256') ?? '', `sha256=${right}`)) return 'forged'
  return { events: read(body.toString()) }
}

const graphUrl = (place: Place, path: string) =>
  `${baseOf(place.config, 'https://graph.facebook.com')}/${VERSION}${path}`

/** Makes one call of the Graph API. */
export async function callGraph<T>(
  place: Place,
  name: string,
  method: string,
  path: string,
  body?: object,
  init: EgressInit = {},
): Promise<T> {
  const auth = { authorization: `Bearer ${place.config.access_token}` }
  const headers = { ...auth, ...(init.headers as Record<string, string> | undefined) }
  const request = init.body ? { ...init, headers } : body ? jsonInit(body, auth) : { headers: auth }
  const answer = await place.fetch(graphUrl(place, path), { ...request, method })
  const reply = await readJson<T & Problem>(name, answer)
  if (answer.ok && !reply.error) return reply
  throw faultOf(reply, name) ?? faultOfStatus(name, answer)!
}

function faultOf({ error }: Problem, name: string): ChannelFault | undefined {
  if (!error) return undefined
  const { code = 0, error_subcode: sub = 0, message = '', error_data: data } = error
  const said = {
    en: `${name}: ${data?.details ?? message} (${code})`,
    zh: `${name}：${data?.details ?? message}（${code}）`,
  }
  if (code === 190)
    return new ChannelFault('refused', {
      en: `${name} does not accept the access token any more. Make a permanent one for a system user and enter it here`,
      zh: `${name} 不再接受该访问令牌，请为系统用户生成永久令牌并填写`,
    })
  if (code === 10 && sub !== 2018278)
    return new ChannelFault('missing', {
      en: `The access token lacks a permission: ${message}`,
      zh: `访问令牌缺少权限：${message}`,
    })
  if (WINDOW.has(code) || WINDOW.has(sub))
    return new ChannelFault('never', {
      en: `${name}: more than 24 hours have passed since this person wrote. They have to write first`,
      zh: `${name}：距对方上次发消息已超过 24 小时，须等待对方先发消息`,
    })
  if (BUSY.has(code)) return new ChannelFault('later', said, 2000)
  return new ChannelFault(code === 1 || code === 2 ? 'later' : 'never', said)
}
