import { sameText } from '#kit/secrets.ts'
import type { Adapter, Outgoing, Place, Target } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { createFeishuApi, type FeishuApi, type FeishuId } from './api.ts'
import { decrypt, isSigned } from '#kit/lark/lark-crypto.ts'
import { eventOf, type FeishuEvent } from './read.ts'
import { setupFor } from './setup.ts'
import { connect } from './socket.ts'

/** Answers are cards, since only cards can be edited while an answer grows, and have buttons. */
function cardOf({ text, choices, card }: Outgoing, { threadKey, kind }: Target): string {
  // A press returns the chat and thread of its card.
  if (card)
    return JSON.stringify(card, (key, value: unknown) =>
      key === 'value' && typeof value === 'object' && value !== null && 'choice' in value
        ? { ...value, thread: threadKey, kind }
        : value,
    )
  const buttons = choices.map(({ id, label }) => ({
    tag: 'button',
    text: { tag: 'plain_text', content: label.slice(0, 100) },
    value: { choice: id, thread: threadKey, kind },
  }))
  return JSON.stringify({
    config: { wide_screen_mode: true, update_multi: true },
    elements: [
      { tag: 'markdown', content: text || '…' },
      ...(buttons.length ? [{ tag: 'action', actions: buttons }] : []),
    ],
  })
}
async function form(fields: Record<string, string>, name: string, bytes: Buffer, field: string) {
  const data = new FormData()
  for (const [key, value] of Object.entries(fields)) data.set(key, value)
  data.set(field, new Blob([new Uint8Array(bytes)]), name)
  const encoded = new Response(data)
  return {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}

function createFeishu(id: FeishuId): Adapter {
  const api: FeishuApi = createFeishuApi(id)
  async function post(place: Place, to: Target, type: string, content: string, uuid: string): Promise<string> {
    const isReply = to.threadKey !== '' && to.reply.message !== undefined
    const path = isReply
      ? `/open-apis/im/v1/messages/${to.reply.message}/reply`
      : '/open-apis/im/v1/messages?receive_id_type=chat_id'
    const body = { msg_type: type, content, uuid }
    const where = isReply ? { reply_in_thread: true } : { receive_id: to.chatId }
    const sent = await api.call<{ message_id: string }>(place, 'POST', path, { ...body, ...where })
    return sent.message_id
  }
  async function upload(place: Place, { file }: Outgoing, bytes: Buffer): Promise<{ type: string; content: string }> {
    if (file!.kind === 'image') {
      const init = await form({ image_type: 'message' }, file!.name, bytes, 'image')
      const { image_key } = await api.call<{ image_key: string }>(
        place,
        'POST',
        '/open-apis/im/v1/images',
        undefined,
        init,
      )
      return { type: 'image', content: JSON.stringify({ image_key }) }
    }
    const init = await form({ file_type: 'stream', file_name: file!.name }, file!.name, bytes, 'file')
    const { file_key } = await api.call<{ file_key: string }>(place, 'POST', '/open-apis/im/v1/files', undefined, init)
    return { type: 'file', content: JSON.stringify({ file_key }) }
  }
  return {
    connectorId: id,
    setup: setupFor(id),
    can: {
      maxText: 8000,
      cards: 'feishu',
      maxChoices: 10,
      takesKey: true,
      keyMs: 55 * 60_000,
      editMs: 500,
      rates: { account: { count: 50, seconds: 1 }, chat: { count: 5, seconds: 1 } },
    },
    receive(request, place) {
      const { encrypt_key: key = '', verification_token: token = '' } = place.config
      const { encrypt } = JSON.parse(request.body.toString()) as { encrypt?: string }
      if (!encrypt || !key) return 'forged'
      const event = JSON.parse(decrypt(encrypt, key)) as FeishuEvent
      if (!sameText(event.header?.token ?? event.token ?? '', token)) return 'forged'
      if (event.type === 'url_verification') {
        const body = JSON.stringify({ challenge: event.challenge ?? '' })
        return { events: [], answer: { status: 200, body, contentType: 'application/json' } }
      }
      if (!isSigned(request, key, place.clock.now())) return 'forged'
      const read = eventOf(event, place.profile)
      return { events: read ? [read] : [], answer: { status: 200, body: '{}', contentType: 'application/json' } }
    },
    connect: (place, _cursor, sink, signal) => connect(api, place, sink, signal),
    async check(place) {
      const { bot } = await api.call<{ bot: { app_name: string; open_id: string; activate_status: number } }>(
        place,
        'GET',
        '/open-apis/bot/v3/info',
      )
      const isActive = bot.activate_status === 2
      const missing = isActive
        ? []
        : [
            {
              en: 'The bot of this app is not active. Switch the Bot ability on and publish a version',
              zh: '该应用的机器人尚未启用，请开启“机器人”能力并发布版本',
            },
          ]
      return { profile: { name: bot.app_name, handle: bot.open_id, identity: place.config.app_id! }, missing }
    },
    async send(place, to, out, key, bytes) {
      if (!bytes) return post(place, to, 'interactive', cardOf(out, to), key)
      const { type, content } = await upload(place, out, bytes)
      return post(place, to, type, content, key)
    },
    async edit(place, to, messageId, out) {
      await api.call(place, 'PATCH', `/open-apis/im/v1/messages/${messageId}`, { content: cardOf(out, to) })
    },
    async download(place, { ref }) {
      const [message, key, type] = ref.split('/')
      const answer = await place.fetch(
        api.url(place, `/open-apis/im/v1/messages/${message}/resources/${key}?type=${type}`),
        { headers: { authorization: `Bearer ${await api.token(place)}` } },
      )
      if (!answer.ok) throw new ChannelFault('never', { en: `HTTP ${answer.status}`, zh: `HTTP ${answer.status}` })
      return answer.bytes()
    },
  }
}
export const feishu = createFeishu('20000001')
export const lark = createFeishu('20000002')
