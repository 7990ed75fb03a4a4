import type { EgressInit } from '#kit/egress/egress-init.ts'
import type { Place } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf, faultOfStatus, jsonInit, readJson, remembered } from '../call.ts'

interface Reply<T> {
  code: number
  msg?: string
  data?: T
}
const NAME = { '20000001': 'Feishu', '20000002': 'Lark' } as const
export type FeishuId = keyof typeof NAME
const origins: Record<FeishuId, string> = {
  '20000001': 'https://open.feishu.cn',
  '20000002': 'https://open.larksuite.com',
}
/** Error codes of the platform, by their meaning here. */
const badSecret = new Set([10003, 10014, 10015])
const badToken = new Set([99991661, 99991663, 99991664, 99991665, 99991668])
const busy = new Set([99991400, 11232, 230020, 230049])
const noScope = new Set([99991672, 99991679])

export interface FeishuApi {
  call<T>(place: Place, method: string, path: string, body?: object, init?: EgressInit): Promise<T>
  token(place: Place): Promise<string>
  url(place: Place, path: string): string
  name: string
}
export function createFeishuApi(id: FeishuId): FeishuApi {
  const name = NAME[id]
  const url = (place: Place, path: string) => `${baseOf(place.config, origins[id])}${path}`

  const token = (place: Place) =>
    remembered(place, 'tenant', async () => {
      const { app_id, app_secret } = place.config
      const path = '/open-apis/auth/v3/tenant_access_token/internal'
      const answer = await place.fetch(url(place, path), jsonInit({ app_id, app_secret }))
      const reply = await readJson<Reply<never> & { tenant_access_token: string; expire: number }>(name, answer)
      if (reply.code !== 0) throw faultOf(reply, name)
      return { value: reply.tenant_access_token, seconds: reply.expire }
    })
  return {
    name,
    url,
    token,
    async call<T>(place: Place, method: string, path: string, body?: object, init: EgressInit = {}): Promise<T> {
      const auth = { authorization: `Bearer ${await token(place)}` }
      const base: EgressInit = body ? jsonInit(body, auth) : { headers: auth }
      const headers = { ...auth, ...(init.headers as Record<string, string> | undefined) }
      const request = init.body ? { ...init, headers } : base
      const answer = await place.fetch(url(place, path), { ...request, method })
      if (answer.status === 429) throw faultOfStatus(name, answer)!
      const reply = await readJson<Reply<T>>(name, answer)
      if (reply.code === 0) return (reply.data ?? reply) as T
      // A token that expired early is fetched again by the next try.
      if (badToken.has(reply.code)) place.memo.delete('tenant')
      throw faultOf(reply, name)
    },
  }
}

export function faultOf({ code, msg = '' }: Reply<unknown>, name: string): ChannelFault {
  const said = { en: `${name}: ${msg} (${code})`, zh: `${name}：${msg}（${code}）` }
  if (badSecret.has(code))
    return new ChannelFault('refused', {
      en: `${name} does not know this app id and secret. Copy both from Credentials & Basic Info`,
      zh: `${name} 不接受该 App ID 与 App Secret，请从“凭证与基础信息”中重新复制`,
    })
  if (badToken.has(code)) return new ChannelFault('later', said, 1000)
  if (busy.has(code)) return new ChannelFault('later', said, 1000)
  if (noScope.has(code))
    return new ChannelFault('missing', {
      en: `The app lacks a permission: ${msg}. Add it under Permissions & Scopes and publish a version`,
      zh: `应用缺少权限：${msg}。请在“权限管理”中添加并发布版本`,
    })
  return new ChannelFault(code >= 99990000 || code === 1 ? 'later' : 'never', said)
}
