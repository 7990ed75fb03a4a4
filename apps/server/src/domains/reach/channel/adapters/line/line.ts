import { createHmac } from 'node:crypto'
import { sameText } from '#kit/secrets.ts'
import type { Adapter, Outgoing, Place, Target } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf, faultOfStatus, jsonInit, readJson } from '../call.ts'
import { plainText, render } from '../render.ts'
import { eventOf, type LineEvent } from './read.ts'
import { setup } from './setup.ts'

const urlOf = (place: Place, path: string, isData = false) =>
  `${baseOf(place.config, isData ? 'https://api-data.line.me' : 'https://api.line.me')}${path}`

async function call<T>(place: Place, method: string, path: string, body?: object, key?: string): Promise<T> {
  const headers = {
    authorization: `Bearer ${place.config.access_token}`,
    ...(key && { 'x-line-retry-key': key }),
  }
  const answer = await place.fetch(urlOf(place, path), { ...(body ? jsonInit(body, headers) : { headers }), method })
  // LINE has accepted a message with this retry key before.
  if (answer.status === 409 && key) return readJson<T>('LINE', answer)
  const fault = faultOfStatus('LINE', answer)
  if (fault?.kind !== 'never') {
    if (fault) throw fault
    return readJson<T>('LINE', answer)
  }
  const { message = '' } = await readJson<{ message?: string }>('LINE', answer)
  throw new ChannelFault('never', { en: `LINE: ${message}`, zh: `LINE：${message}` })
}
function messageOf({ text, choices, file, card }: Outgoing): object {
  if (card) return card
  if (file?.kind === 'image') return { type: 'image', originalContentUrl: file.url, previewImageUrl: file.url }
  if (file) return { type: 'text', text: `${file.name}\n${file.url}` }
  const items = choices.map(({ id, label }) => ({
    type: 'action',
    action: { type: 'postback', label: label.slice(0, 20), data: id, displayText: label.slice(0, 300) },
  }))
  return { type: 'text', text: render(text, plainText) || '…', ...(items.length && { quickReply: { items } }) }
}

/** LINE. Messages are pushed with a retry key, so that a repeated one is shown once. */
export const line: Adapter = {
  connectorId: '20000012',
  setup,
  can: {
    maxText: 4900,
    cards: 'line',
    maxChoices: 13,
    takesKey: true,
    keyMs: 23 * 3600_000,
    typingMs: 18_000,
    rates: { account: { count: 100, seconds: 1 } },
  },
  receive({ method, headers, body }, place) {
    const right = createHmac('sha256', place.config.channel_secret ?? '')
      .update(body)
      .digest('base64')
    if (method !== 'POST' || !sameText(headers.get('x-line-signature') ?? '', right)) return 'forged'
    const { events } = JSON.parse(body.toString()) as { events: LineEvent[] }
    return { events: events.flatMap((event) => eventOf(event) ?? []) }
  },
  async check(place) {
    const me = await call<{ userId: string; basicId: string; displayName: string; chatMode: string }>(
      place,
      'GET',
      '/v2/bot/info',
    )
    const missing =
      me.chatMode === 'bot'
        ? []
        : [
            {
              en: 'Set the response mode to Bot in the settings of the official account',
              zh: '请在官方账号设置中将回应模式设为“Bot”',
            },
          ]
    return { profile: { name: me.displayName, handle: me.basicId, identity: me.userId }, missing }
  },
  async subscribe(place) {
    await call(place, 'PUT', '/v2/bot/channel/webhook/endpoint', { endpoint: place.hookUrl })
  },
  async send(place, to, out, key) {
    await call(place, 'POST', '/v2/bot/message/push', { to: to.chatId, messages: [messageOf(out)] }, key)
    return key
  },
  async typing(place, to: Target) {
    if (to.kind === 'direct')
      await call(place, 'POST', '/v2/bot/chat/loading/start', { chatId: to.chatId, loadingSeconds: 20 })
  },
  async download(place, { ref }) {
    const headers = { authorization: `Bearer ${place.config.access_token}` }
    const answer = await place.fetch(urlOf(place, `/v2/bot/message/${encodeURIComponent(ref)}/content`, true), {
      headers,
    })
    const fault = faultOfStatus('LINE', answer)
    if (fault) throw fault
    return answer.bytes()
  },
}
