import { telegramFault } from './cards.ts'
import {
  answer,
  CUT,
  type Delivery,
  formOf,
  jsonOf,
  noFaults,
  type Person,
  type PlatformAnswer,
  type PlatformRequest,
  type Saying,
  type ShownMessage,
  type Simulator,
} from './simulator.ts'

interface Update {
  update_id: number
  [key: string]: unknown
}
const bot = { id: 7_000_001, is_bot: true, first_name: 'Lab bot', username: 'lab_bot' }
const TOKEN = '700000123:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
const POLL_MS = 300
const fail = (code: number, description: string, parameters?: object) =>
  answer({ ok: false, error_code: code, description, ...(parameters && { parameters }) }, code)
const files = { sendPhoto: 'photo', sendDocument: 'document', sendAudio: 'audio' } as const
const userOf = ({ id, name, locale }: Person) => ({ id: Number(id), first_name: name, language_code: locale ?? 'en' })

/** Telegram: the Bot API, with updates by polling or by webhook. */
export function simulateTelegram(): Simulator & { redeliver(): Delivery | undefined } {
  const faults = noFaults()
  const shown: ShownMessage[] = []
  const typing: string[] = []
  const uploads = new Map<string, Buffer>()
  let updates: Update[] = []
  let hook: { url: string; secret: string } | undefined
  let counter = 100
  let last: Delivery | undefined
  const next = () => (counter += 1)
  const ok = (result: unknown) => answer({ ok: true, result })

  function deliver(update: Omit<Update, 'update_id'>): Delivery {
    const full = { update_id: next(), ...update }
    if (!hook) updates.push(full)
    last = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(hook && { 'x-telegram-bot-api-secret-token': hook.secret }),
      },
      body: JSON.stringify(full),
    }
    return last
  }
  async function getUpdates({ offset = 0 }: { offset?: number }): Promise<PlatformAnswer> {
    if (hook) return fail(409, "Conflict: can't use getUpdates method while webhook is active")
    updates = updates.filter(({ update_id }) => update_id >= offset)
    if (!updates.length) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    return ok(updates)
  }
  function show(chatId: string, text: string, more: Partial<ShownMessage>): PlatformAnswer {
    const message: ShownMessage = {
      id: String(next()),
      chatId,
      threadKey: '',
      text,
      buttons: [],
      versions: [text],
      ...more,
    }
    shown.push(message)
    if (faults.cut > 0) {
      faults.cut -= 1
      return CUT
    }
    return ok({ message_id: Number(message.id), chat: { id: Number(chatId), type: 'private' } })
  }
  type Markup = { inline_keyboard?: { text: string; callback_data?: string; url?: string }[][] } | undefined
  const buttonsOf = (markup: Markup) =>
    (markup?.inline_keyboard ?? [])
      .flat()
      .flatMap(({ text, callback_data: id }) => (id === undefined ? [] : [{ id, label: text }]))

  const methods: Record<string, (request: PlatformRequest) => Promise<PlatformAnswer> | PlatformAnswer> = {
    getMe: () => ok(bot),
    getUpdates: (request) => getUpdates(jsonOf<{ offset?: number }>(request)),
    deleteWebhook: () => {
      hook = undefined
      return ok(true)
    },
    setWebhook: (request) => {
      const { url, secret_token: secret } = jsonOf<{ url: string; secret_token: string }>(request)
      hook = { url, secret }
      return ok(true)
    },
    sendChatAction: (request) => {
      typing.push(String(jsonOf<{ chat_id: string }>(request).chat_id))
      return ok(true)
    },
    answerCallbackQuery: () => ok(true),
    sendMessage: (request) => {
      const {
        chat_id: chat,
        text,
        reply_markup: markup,
        message_thread_id: thread = '',
      } = jsonOf<{
        chat_id: string
        text: string
        reply_markup?: Markup
        message_thread_id?: number | string
      }>(request)
      const fault = telegramFault(jsonOf(request))
      if (fault) return fail(400, fault)
      return show(String(chat), text, { buttons: buttonsOf(markup), threadKey: String(thread) })
    },
    editMessageText: (request) => {
      const {
        message_id: id,
        text,
        reply_markup: markup,
      } = jsonOf<{
        message_id: number
        text: string
        reply_markup?: Markup
      }>(request)
      const message = shown.find((item) => item.id === String(id))
      if (!message) return fail(400, 'Bad Request: message to edit not found')
      if (message.text === text && !markup) return fail(400, 'Bad Request: message is not modified')
      message.text = text
      message.versions.push(text)
      message.buttons = buttonsOf(markup)
      return ok({ message_id: id })
    },
    getFile: (request) => ok({ file_path: `files/${String(jsonOf<{ file_id: string }>(request).file_id)}` }),
  }
  /** Sends a picture by its address, with text and buttons below it. */
  function sendPhoto(request: PlatformRequest): PlatformAnswer {
    const sent = jsonOf<{ chat_id: string; photo: string; caption?: string; reply_markup?: Markup }>(request)
    const caption = sent.caption ?? ''
    const fault = telegramFault(sent)
    if (fault) return fail(400, fault)
    return show(String(sent.chat_id), caption, { buttons: buttonsOf(sent.reply_markup), card: sent })
  }
  async function sendFile(method: keyof typeof files, request: PlatformRequest): Promise<PlatformAnswer> {
    const form = await formOf(request)
    const file = form.get(files[method]) as File
    const bytes = Buffer.from(await file.arrayBuffer())
    return show(String(form.get('chat_id')), '', { file: { name: file.name, kind: files[method], bytes } })
  }
  return {
    faults,
    shown,
    typing,
    config: { token: TOKEN },
    handle(request) {
      if (faults.outage) return CUT
      const path = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(request.path)
      if (!path || path[2] !== TOKEN) return fail(404, 'Not Found')
      if (faults.revoked) return fail(401, 'Unauthorized')
      const name = path[3]!
      if (path[1]) return { status: 200, body: uploads.get(name.replace('files/', '')) ?? '' }
      if (faults.tooMany > 0 && name.startsWith('send') && name !== 'sendChatAction') {
        faults.tooMany -= 1
        return fail(429, 'Too Many Requests: retry after 1', { retry_after: 1 })
      }
      if (name === 'sendPhoto' && request.headers['content-type']?.includes('json')) return sendPhoto(request)
      if (name in files) return sendFile(name as keyof typeof files, request)
      return methods[name]?.(request) ?? fail(404, 'Not Found: method not found')
    },
    say({ chatId, from, text, isGroup = false, mentions = false, thread, file }: Saying) {
      const id = next()
      if (file) uploads.set(`f${id}`, file.bytes)
      const ref = { file_id: `f${id}`, file_name: file?.name, file_size: file?.bytes.length }
      const said = mentions ? `@${bot.username} ${text}` : text
      const attached = file && { image: { photo: [ref] }, file: { document: ref }, audio: { voice: ref } }[file.kind]
      return deliver({
        message: {
          message_id: id,
          from: userOf(from),
          chat: { id: Number(chatId), type: isGroup ? 'supergroup' : 'private' },
          ...(thread && { message_thread_id: Number(thread), is_topic_message: true }),
          ...(file ? { caption: said, ...attached } : { text: said }),
        },
      })
    },
    press(messageId, choiceId, from) {
      const message = shown.find(({ id }) => id === messageId)!
      const type = message.chatId.startsWith('-') ? 'supergroup' : 'private'
      return deliver({
        callback_query: {
          id: String(next()),
          from: userOf(from),
          data: choiceId,
          message: { message_id: Number(messageId), chat: { id: Number(message.chatId), type } },
        },
      })
    },
    /** Repeats the last delivery, as a platform does without a response. */
    redeliver: () => last,
  }
}
