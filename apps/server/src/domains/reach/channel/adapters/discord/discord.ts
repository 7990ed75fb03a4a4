import type { Adapter, Outgoing, Place, Target } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { call } from './api.ts'
import { connect } from './gateway.ts'
import { setup } from './setup.ts'

const ROW = 5
const FLAG_CONTENT = (1 << 18) | (1 << 19)
const nonceOf = (key: string) => key.replaceAll('-', '').slice(0, 25)

function contentOf({ text, choices, card }: Outgoing) {
  if (card) return { ...card, allowed_mentions: { parse: [] } }
  const buttons = choices.map(({ id, label }) => ({ type: 2, style: 2, label: label.slice(0, 80), custom_id: id }))
  const rows: object[] = []
  for (let at = 0; at < buttons.length; at += ROW) rows.push({ type: 1, components: buttons.slice(at, at + ROW) })
  return { content: text || '…', components: rows, allowed_mentions: { parse: [] } }
}
const answerTo = ({ reply }: Target) =>
  reply.message ? { message_reference: { message_id: reply.message, fail_if_not_exists: false } } : {}

async function sendFile(place: Place, to: Target, { file }: Outgoing, key: string, bytes: Buffer) {
  const form = new FormData()
  form.set('payload_json', JSON.stringify({ nonce: nonceOf(key), enforce_nonce: true, ...answerTo(to) }))
  form.set('files[0]', new Blob([new Uint8Array(bytes)], { type: file!.contentType }), file!.name)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type')! }
  const body = Buffer.from(await encoded.arrayBuffer())
  return call<{ id: string }>(place, 'POST', `/channels/${to.chatId}/messages`, undefined, { headers, body })
}

/** Discord, by gateway, since it delivers messages in no other way. */
export const discord: Adapter = {
  connectorId: '20000009',
  setup,
  can: {
    maxText: 1900,
    cards: 'discord',
    maxChoices: 25,
    takesKey: true,
    keyMs: 2 * 60_000,
    editMs: 1200,
    typingMs: 8000,
    rates: { account: { count: 45, seconds: 1 }, chat: { count: 5, seconds: 5 } },
  },
  connect,
  async check(place) {
    const me = await call<{ id: string; username: string }>(place, 'GET', '/users/@me')
    const app = await call<{ flags?: number }>(place, 'GET', '/applications/@me')
    const missing =
      ((app.flags ?? 0) & FLAG_CONTENT) !== 0
        ? []
        : [
            {
              en: 'Switch the Message Content Intent on, under Bot in the developer portal',
              zh: '请在开发者后台的 Bot 页面开启 Message Content Intent',
            },
          ]
    return { profile: { name: me.username, handle: me.username, identity: me.id }, missing }
  },
  async send(place, to, out, key, bytes) {
    if (bytes) return (await sendFile(place, to, out, key, bytes)).id
    const body = { ...contentOf(out), ...answerTo(to), nonce: nonceOf(key), enforce_nonce: true }
    return (await call<{ id: string }>(place, 'POST', `/channels/${to.chatId}/messages`, body)).id
  },
  async edit(place, to, messageId, out) {
    await call(place, 'PATCH', `/channels/${to.chatId}/messages/${messageId}`, contentOf(out))
  },
  typing: (place, to) => call(place, 'POST', `/channels/${to.chatId}/typing`),
  pressed: (place, { reply }) =>
    call(place, 'POST', `/interactions/${reply?.interaction}/${reply?.token}/callback`, { type: 6 }),
  async download(place, { ref }) {
    // Attachments have addresses that open without the token.
    const answer = await place.fetch(ref, { redirect: 'follow' })
    if (!answer.ok) throw new ChannelFault('never', { en: `HTTP ${answer.status}`, zh: `HTTP ${answer.status}` })
    return answer.bytes()
  },
}
