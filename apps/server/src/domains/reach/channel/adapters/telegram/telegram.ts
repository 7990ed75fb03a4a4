import { sameText } from '#kit/secrets.ts'
import type { Adapter, Outgoing, Place, Target } from '../../adapter.ts'
import { faultOfStatus } from '../call.ts'
import { addressOf, call } from './api.ts'
import { eventOf, type Message, type Update } from './read.ts'
import { setup } from './setup.ts'
import { toHtml } from './write.ts'

const POLL_SECONDS = 25
const wanted = ['message', 'callback_query']
const methods = {
  image: ['sendPhoto', 'photo'],
  audio: ['sendAudio', 'audio'],
  file: ['sendDocument', 'document'],
} as const

function keyboard({ choices }: Outgoing) {
  if (!choices.length) return {}
  return {
    reply_markup: {
      inline_keyboard: choices.map(({ id, label }) => [{ text: label.slice(0, 60), callback_data: id }]),
    },
  }
}
const where = ({ chatId, threadKey, reply }: Target) => ({
  chat_id: chatId,
  ...(threadKey && { message_thread_id: Number(threadKey) }),
  ...(reply.message && { reply_parameters: { message_id: Number(reply.message), allow_sending_without_reply: true } }),
})
const content = (out: Outgoing) =>
  out.card ?? {
    text: toHtml(out.text) || '…',
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    ...keyboard(out),
  }
/** An edit with the same text is an error for Telegram, but not a failure for us. */
const ignoreUnchanged = (cause: unknown) => {
  if (!(cause instanceof Error) || !cause.message.includes('message is not modified')) throw cause
}

async function sendFile(place: Place, to: Target, { file }: Outgoing, bytes: Buffer): Promise<Message> {
  const [method, field] = methods[file!.kind]
  const form = new FormData()
  for (const [key, value] of Object.entries(where(to)))
    form.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  form.set(field, new Blob([new Uint8Array(bytes)], { type: file!.contentType }), file!.name)
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = { 'content-type': encoded.headers.get('content-type')! }
  return call<Message>(place, method, {}, { method: 'POST', headers, body })
}

/** Telegram's Bot API, by webhook or by polling. */
export const telegram: Adapter = {
  connectorId: '20000010',
  setup,
  can: {
    maxText: 4000,
    cards: 'telegram',
    maxChoices: 10,
    takesKey: false,
    editMs: 1200,
    typingMs: 4500,
    rates: { account: { count: 30, seconds: 1 }, chat: { count: 1, seconds: 1 }, group: { count: 20, seconds: 60 } },
  },
  receive({ headers, body, method }, place) {
    const given = headers.get('x-telegram-bot-api-secret-token') ?? ''
    if (method !== 'POST' || !sameText(given, place.hookSecret)) return 'forged'
    const event = eventOf(JSON.parse(body.toString()) as Update, place.profile)
    return { events: event ? [event] : [] }
  },
  async connect(place, cursor, sink, signal) {
    let offset = Number(cursor || 0)
    while (!signal.aborted) {
      const asked = { offset, timeout: POLL_SECONDS, allowed_updates: wanted }
      const updates = await call<Update[]>(place, 'getUpdates', asked, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
        signal,
        timeoutMs: (POLL_SECONDS + 15) * 1000,
      })
      sink.live()
      if (!updates.length) continue
      await sink.take(updates.flatMap((update) => eventOf(update, place.profile) ?? []))
      // The next poll with this offset tells Telegram that earlier updates are stored.
      offset = updates.at(-1)!.update_id + 1
      await sink.cursor(String(offset))
    }
  },
  async check(place) {
    const me = await call<{ id: number; first_name: string; username: string }>(place, 'getMe', {})
    return { profile: { name: me.first_name, handle: me.username, identity: String(me.id) }, missing: [] }
  },
  async subscribe(place, mode) {
    if (mode === 'long') return void (await call(place, 'deleteWebhook', {}))
    await call(place, 'setWebhook', { url: place.hookUrl, secret_token: place.hookSecret, allowed_updates: wanted })
  },
  async send(place, to, out, _key, bytes) {
    const sent = bytes
      ? await sendFile(place, to, out, bytes)
      : await call<Message>(place, out.card?.photo ? 'sendPhoto' : 'sendMessage', { ...where(to), ...content(out) })
    return String(sent.message_id)
  },
  async edit(place, to, messageId, out) {
    const target = { chat_id: to.chatId, message_id: Number(messageId) }
    await call(place, 'editMessageText', { ...target, ...content(out) }).catch(ignoreUnchanged)
  },
  typing: (place, { chatId, threadKey }) =>
    call(place, 'sendChatAction', {
      chat_id: chatId,
      ...(threadKey && { message_thread_id: Number(threadKey) }),
      action: 'typing',
    }),
  pressed: (place, event) => call(place, 'answerCallbackQuery', { callback_query_id: event.reply?.callback ?? '' }),
  async download(place, { ref }) {
    const { file_path: path } = await call<{ file_path: string }>(place, 'getFile', { file_id: ref })
    const answer = await place.fetch(addressOf(place, `/file/bot${place.config.token}/${path}`))
    const fault = faultOfStatus('Telegram', answer)
    if (fault) throw fault
    return answer.bytes()
  },
}
