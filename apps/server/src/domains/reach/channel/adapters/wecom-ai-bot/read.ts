import { createHash } from 'node:crypto'
import type { ChannelEvent, IncomingFile } from '../../adapter.ts'

interface Media {
  url: string
  /** Key of this file alone, set if the message came over a connection of ours. */
  aeskey?: string
}
interface Item {
  msgtype?: string
  text?: { content?: string }
  image?: Media
  file?: Media
  video?: Media
  /** Transcribed by the platform. */
  voice?: { content?: string }
}
export interface BotMessage extends Item {
  msgid?: string
  aibotid?: string
  chatid?: string
  chattype?: string
  from?: { userid?: string }
  response_url?: string
  mixed?: { msg_item?: Item[] }
  /** The platform polls for the current state of an answer. */
  stream?: { id?: string }
  event?: {
    eventtype?: string
    template_card_event?: { event_key?: string; task_id?: string }
  }
}
/** Derived from the message id, so that a redelivered message belongs to the same answer. */
export const streamOf = (messageId: string) => createHash('sha256').update(messageId).digest('hex').slice(0, 32)

const names = { image: 'image.jpg', file: 'file', video: 'video.mp4' } as const
/** The platform sends no name, but its address ends with one that has the type. */
const endOf = (url: string) => (URL.canParse(url) ? /[^/]+\.\w{1,8}$/.exec(new URL(url).pathname)?.[0] : undefined)
/** The address of a file, with the file's own key if it has one. */
const KEY = '#aeskey='
const refOf = ({ url, aeskey }: Media) => (aeskey ? `${url}${KEY}${encodeURIComponent(aeskey)}` : url)
export function readRef(ref: string): { url: string; aesKey?: string } {
  const at = ref.lastIndexOf(KEY)
  return at === -1 ? { url: ref } : { url: ref.slice(0, at), aesKey: decodeURIComponent(ref.slice(at + KEY.length)) }
}
function filesIn(item: Item): IncomingFile[] {
  return (['image', 'file', 'video'] as const).flatMap((kind) => {
    const media = item[kind]
    if (!media?.url) return []
    const name = endOf(media.url) ?? names[kind]
    return [{ kind: kind === 'image' ? 'image' : 'file', ref: refOf(media), name } as const]
  })
}

const LOCALE = 'zh-CN' as const
const chatOf = ({ chattype, chatid, from }: BotMessage): ChannelEvent['chat'] =>
  chattype === 'group' ? { id: chatid ?? '', kind: 'group' } : { id: from?.userid ?? '', kind: 'direct' }

/** A press of a button below an answer. It is answered at the address that comes with it. */
export function readPress(message: BotMessage): (ChannelEvent & { task: string }) | undefined {
  const { msgid: id, from, event, response_url: url = '' } = message
  const { event_key: action, task_id: task } = event?.template_card_event ?? {}
  if (!id || !from?.userid || !action || !task) return undefined
  return {
    id,
    task,
    kind: 'action',
    chat: chatOf(message),
    sender: { id: from.userid, name: from.userid, locale: LOCALE },
    text: '',
    isToBot: true,
    action,
    files: [],
    reply: { url },
  }
}

/** Converts a message to an event; undefined for kinds without content. */
export function readMessage(message: BotMessage, now: number): ChannelEvent | undefined {
  const { msgid: id, from, chattype, response_url: url = '' } = message
  const sender = from?.userid
  if (!id || !sender) return undefined
  const items = [message, ...(message.mixed?.msg_item ?? [])]
  const words = items.map(({ text, voice }) => text?.content ?? voice?.content ?? '').filter(Boolean)
  const files = items.flatMap(filesIn)
  if (!words.length && !files.length) return undefined
  const isGroup = chattype === 'group'
  const text = words.join('\n')
  return {
    id,
    kind: 'message',
    chat: chatOf(message),
    sender: { id: sender, name: sender, locale: LOCALE },
    // In groups, a message begins with a mention of the bot.
    text: isGroup ? text.replace(/^\s*@\S+\s*/, '') : text,
    // In groups, only messages that mention the bot are delivered.
    isToBot: true,
    files,
    reply: { stream: streamOf(id), url, at: String(now) },
  }
}
