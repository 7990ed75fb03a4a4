import type { EgressInit } from '#kit/egress/egress-init.ts'
import type { ChannelEvent, IncomingFile, Place, RawRequest, Received } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf, faultOfStatus, jsonInit, readJson, remembered } from '../call.ts'
import { isWxSigned, wxDecrypt } from './crypto.ts'
import { readXml } from './xml.ts'

interface Reply {
  errcode?: number
  errmsg?: string
}
export interface WxApi {
  name: string
  nameZh: string
  origin: string
  /** The path for requesting a token. */
  tokenPath(config: Record<string, string>): string
}
const badSecret = new Set([40001, 40013, 40125, 40091, 41004, 40082])
const badToken = new Set([40014, 42001, 40001])
const busy = new Set([45009, 45011, -1, 45033])
const WINDOW_MS = 5 * 60_000

const wxUrl = (api: WxApi, place: Place, path: string) => `${baseOf(place.config, api.origin)}${path}`
const tokenOf = (api: WxApi, place: Place) =>
  remembered(place, 'token', async () => {
    const answer = await place.fetch(wxUrl(api, place, api.tokenPath(place.config)))
    const reply = await readJson<Reply & { access_token?: string; expires_in?: number }>(api.name, answer)
    if (!reply.access_token) throw faultOf(api, reply, true)
    return { value: reply.access_token, seconds: reply.expires_in ?? 7200 }
  })

export async function callWx<T extends object>(
  api: WxApi,
  place: Place,
  path: string,
  body?: object,
  init: EgressInit = {},
): Promise<T> {
  const token = await tokenOf(api, place)
  const url = wxUrl(api, place, `${path}${path.includes('?') ? '&' : '?'}access_token=${encodeURIComponent(token)}`)
  const answer = await place.fetch(url, init.body ? { method: 'POST', ...init } : body ? jsonInit(body) : {})
  const reply = await readJson<T & Reply>(api.name, answer)
  if (!reply.errcode) return reply
  // A token that another program has replaced is fetched again by the next try.
  if (badToken.has(reply.errcode)) place.memo.delete('token')
  throw faultOf(api, reply, false)
}
export async function downloadWx(api: WxApi, place: Place, path: string): Promise<Buffer> {
  const token = await tokenOf(api, place)
  const answer = await place.fetch(wxUrl(api, place, `${path}&access_token=${encodeURIComponent(token)}`))
  const fault = faultOfStatus(api.name, answer)
  if (fault) throw fault
  return answer.bytes()
}
export const checkWx = (api: WxApi, place: Place) => tokenOf(api, place)

function faultOf({ name, nameZh }: WxApi, { errcode = 0, errmsg = '' }: Reply, isLogin: boolean): ChannelFault {
  const said = { en: `${name}: ${errmsg} (${errcode})`, zh: `${nameZh}：${errmsg}（${errcode}）` }
  if (isLogin && badSecret.has(errcode))
    return new ChannelFault('refused', {
      en: `${name} does not accept the id and secret. Copy both again`,
      zh: `${nameZh}不接受该 ID 与密钥，请重新复制`,
    })
  if (errcode === 40164 || errcode === 60020)
    return new ChannelFault('missing', {
      en: `${name} does not let this server in: add its address to the trusted IP list (${errmsg})`,
      zh: `${nameZh}拒绝了本服务器的访问，请将其地址加入可信 IP 名单（${errmsg}）`,
    })
  if (errcode === 45015 || errcode === 45047)
    return new ChannelFault('never', {
      en: `${name}: this person has not written for 48 hours, or got too many messages since. They have to write first`,
      zh: `${nameZh}：对方超过 48 小时未发消息，或已达下行条数上限，须等待对方先发消息`,
    })
  if (errcode === 48001)
    return new ChannelFault('missing', {
      en: `${name}: this account may not send messages by itself. It has to be verified`,
      zh: `${nameZh}：该账号没有客服消息接口权限，须先完成认证`,
    })
  if (badToken.has(errcode) || busy.has(errcode)) return new ChannelFault('later', said, 2000)
  return new ChannelFault('never', said)
}

/** Verifies an address, and reads encrypted messages. `receiver` is the id they are encrypted for. */
export function receiveWx(
  request: RawRequest,
  place: Place,
  receiver: string,
  read: (fields: Record<string, string>) => ChannelEvent | undefined,
): Received {
  const { query, method, body } = request
  const { token = '', aes_key: aesKey = '' } = place.config
  const [timestamp, nonce] = [query.get('timestamp') ?? '', query.get('nonce') ?? '']
  const given = query.get('msg_signature') ?? ''
  if (method === 'GET') {
    const echo = query.get('echostr') ?? ''
    if (given)
      return isWxSigned(given, token, timestamp, nonce, echo) ? plain(wxDecrypt(echo, aesKey, receiver)) : 'forged'
    return isWxSigned(query.get('signature') ?? '', token, timestamp, nonce) ? plain(echo) : 'forged'
  }
  const sealed = readFields(body.toString()).Encrypt ?? ''
  const isFresh = Math.abs(place.clock.now() - Number(timestamp || Number.NaN) * 1000) <= WINDOW_MS
  if (!isFresh || !sealed || !isWxSigned(given, token, timestamp, nonce, sealed)) return 'forged'
  const event = read(readFields(wxDecrypt(sealed, aesKey, receiver)))
  return { events: event ? [event] : [], answer: { status: 200, body: 'success' } }
}
/** Parses XML, or JSON if the account uses it. Integers above the safe range are ids and become texts. */
function readFields(text: string): Record<string, string> {
  if (!text.trimStart().startsWith('{')) return readXml(text)
  const value = JSON.parse(text.replaceAll(/(":\s*)(\d{16,})(?=\s*[,}])/g, '$1"$2"')) as Record<string, unknown>
  const flat = Object.entries(value).filter(([, item]) => typeof item === 'string' || typeof item === 'number')
  return Object.fromEntries(flat.map(([name, item]) => [name, String(item)]))
}
const plain = (body: string): Received => ({ events: [], answer: { status: 200, body } })

const media: Record<string, { kind: IncomingFile['kind']; name: string }> = {
  image: { kind: 'image', name: 'image.jpg' },
  voice: { kind: 'audio', name: 'voice.amr' },
  video: { kind: 'file', name: 'video.mp4' },
}
const joins = new Set(['subscribe', 'enter_agent', 'user_enter_tempsession'])
/** Converts a message to an event; both platforms use the same format. */
export function wxEvent(fields: Record<string, string>): ChannelEvent | undefined {
  const { FromUserName: from = '', MsgType: type = '', CreateTime: time = '0', MsgId: id, Event: event = '' } = fields
  const isJoin = type === 'event' && joins.has(event)
  const found = media[type]
  if (!isJoin && type !== 'text' && !found) return undefined
  return {
    // Events have no id: sender, time and type identify them.
    id: id ?? `${from}:${time}:${event}`,
    kind: isJoin ? 'join' : 'message',
    position: Number(time) * 1_000_000,
    chat: { id: from, kind: 'direct' },
    sender: { id: from, name: from, locale: 'zh-CN' },
    text: fields.Content ?? fields.Recognition ?? '',
    isToBot: true,
    files: found ? [{ ...found, ref: fields.MediaId ?? '' }] : [],
    reply: {},
  }
}
