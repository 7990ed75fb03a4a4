import { createHmac } from 'node:crypto'
import { sameText } from '#kit/secrets.ts'
import type { Adapter, Place, Target } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf, faultOfStatus, jsonInit, readJson, remembered } from '../call.ts'
import { eventOf, type DingMessage } from './read.ts'
import { setup } from './setup.ts'
import { connect } from './stream.ts'

interface Problem {
  code?: string
  message?: string
}
const WINDOW_MS = 5 * 60_000
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
const tokenOf = (place: Place) =>
  remembered(place, 'token', async () => {
    const { client_id: appKey, client_secret: appSecret } = place.config
    const answer = await place.fetch(urlOf(place, '/v1.0/oauth2/accessToken'), jsonInit({ appKey, appSecret }))
    const reply = await readJson<Problem & { accessToken: string; expireIn: number }>('DingTalk', answer)
    if (!answer.ok) throw faultOfDing(reply, answer.status)
    return { value: reply.accessToken, seconds: reply.expireIn }
  })
async function call<T>(place: Place, path: string, body: object): Promise<T> {
  const headers = { 'x-acs-dingtalk-access-token': await tokenOf(place) }
  const answer = await place.fetch(urlOf(place, path), jsonInit(body, headers))
  const reply = await readJson<T & Problem>('DingTalk', answer)
  if (answer.ok) return reply
  if (answer.status === 401) place.memo.delete('token')
  throw faultOfDing(reply, answer.status)
}
function post(place: Place, to: Target, msgKey: string, param: object) {
  const robotCode = place.config.robot_code || place.config.client_id
  const body = { robotCode, msgKey, msgParam: JSON.stringify(param) }
  return to.kind === 'group'
    ? call<{ processQueryKey: string }>(place, '/v1.0/robot/groupMessages/send', {
        ...body,
        openConversationId: to.chatId,
      })
    : call<{ processQueryKey: string }>(place, '/v1.0/robot/oToMessages/batchSend', {
        ...body,
        userIds: [to.reply.staff ?? ''],
      })
}

/** DingTalk's robot, by its stream or by callback. It has no buttons of its own without card templates: choices are numbered. */
export const dingtalk: Adapter = {
  connectorId: '20000007',
  setup,
  can: {
    maxText: 5000,
    maxChoices: 0,
    takesKey: false,
    rates: { account: { count: 20, seconds: 1 }, group: { count: 20, seconds: 60 } },
  },
  receive({ headers, body }, place) {
    const timestamp = headers.get('timestamp') ?? ''
    const secret = place.config.client_secret ?? ''
    const right = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
    const isFresh = Math.abs(place.clock.now() - Number(timestamp || Number.NaN)) <= WINDOW_MS
    if (!isFresh || !sameText(headers.get('sign') ?? '', right)) return 'forged'
    const event = eventOf(JSON.parse(body.toString()) as DingMessage)
    return { events: event ? [event] : [], answer: { status: 200, body: '{}', contentType: 'application/json' } }
  },
  connect: (place, _cursor, sink, signal) => connect(place, sink, signal),
  async check(place) {
    await tokenOf(place)
    return {
      profile: { name: place.config.robot_code || place.config.client_id!, identity: place.config.client_id! },
      missing: [],
    }
  },
  async send(place, to, out) {
    const { text, file } = out
    if (file?.kind === 'image') return (await post(place, to, 'sampleImageMsg', { photoURL: file.url })).processQueryKey
    if (file)
      return (await post(place, to, 'sampleLink', { title: file.name, text: file.name, messageUrl: file.url }))
        .processQueryKey
    const title =
      text
        .replaceAll(/[#*`>\n]/g, ' ')
        .trim()
        .slice(0, 60) || '…'
    return (await post(place, to, 'sampleMarkdown', { title, text: text || '…' })).processQueryKey
  },
  async download(place, { ref }) {
    const robotCode = place.config.robot_code || place.config.client_id
    const { downloadUrl } = await call<{ downloadUrl: string }>(place, '/v1.0/robot/messageFiles/download', {
      downloadCode: ref,
      robotCode,
    })
    const answer = await place.fetch(downloadUrl, { redirect: 'follow' })
    const fault = faultOfStatus('DingTalk', answer)
    if (fault) throw fault
    return answer.bytes()
  },
}
