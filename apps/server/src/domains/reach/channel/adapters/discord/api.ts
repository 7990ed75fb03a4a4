import type { EgressInit } from '#kit/egress/egress-init.ts'
import type { Place } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf, faultOfStatus, jsonInit, readJson } from '../call.ts'

interface Problem {
  code?: number
  message?: string
  retry_after?: number
}
const urlOf = (place: Place, path: string) => `${baseOf(place.config, 'https://discord.com')}/api/v10${path}`

export async function call<T>(
  place: Place,
  method: string,
  path: string,
  body?: object,
  init: EgressInit = {},
): Promise<T> {
  const auth = { authorization: `Bot ${place.config.token}` }
  const headers = { ...auth, ...(init.headers as Record<string, string> | undefined) }
  const request = init.body ? { ...init, headers } : body ? jsonInit(body, auth) : { headers: auth }
  const answer = await place.fetch(urlOf(place, path), { ...request, method })
  if (answer.status === 204) return undefined as T
  const reply = await readJson<T & Problem>('Discord', answer)
  if (answer.ok) return reply
  throw faultOf(reply, answer.status) ?? faultOfStatus('Discord', answer)!
}

function faultOf({ code, message = '', retry_after: wait = 5 }: Problem, status: number): ChannelFault | undefined {
  const said = { en: `Discord: ${message}`, zh: `Discord：${message}` }
  if (status === 429) return new ChannelFault('later', said, Math.ceil(wait * 1000))
  if (status === 401)
    return new ChannelFault('refused', {
      en: 'Discord does not accept the token any more. Reset it under Bot in the developer portal and enter the new one',
      zh: 'Discord 不再接受该令牌，请在开发者后台的 Bot 页面重置并填写新令牌',
    })
  if (code === 50001 || code === 50013)
    return new ChannelFault('never', {
      en: 'The bot may not write in this Discord channel. Give it the permissions View Channel and Send Messages',
      zh: '机器人无权在该 Discord 频道发言，请授予“查看频道”和“发送消息”权限',
    })
  return status < 500 ? new ChannelFault('never', said) : undefined
}
