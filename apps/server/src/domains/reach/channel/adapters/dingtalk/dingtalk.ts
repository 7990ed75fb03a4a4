import { createHmac } from 'node:crypto'
import { sameText } from '#kit/secrets.ts'
import type { Adapter, Place, Target } from '../../adapter.ts'
import { faultOfStatus, jsonInit, readJson, remembered } from '../call.ts'
import { faultOfDing, type Problem, urlOf } from './api.ts'
import { type DingMessage, eventOf } from './read.ts'
import { setup } from './setup.ts'
import { connect } from './stream.ts'

const WINDOW_MS = 5 * 60_000
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

/** DingTalk's robot, by stream or callback. It has no buttons without card templates, so choices are numbered. */
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
