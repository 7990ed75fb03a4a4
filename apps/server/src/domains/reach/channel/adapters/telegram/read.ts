import type { Locale } from '#kit/errors.ts'
import type { ChannelEvent, IncomingFile, Profile } from '../../adapter.ts'

interface User {
  id: number
  is_bot?: boolean
  first_name?: string
  last_name?: string
  username?: string
  language_code?: string
}
interface FileRef {
  file_id: string
  file_name?: string
  file_size?: number
  mime_type?: string
}
export interface Message {
  message_id: number
  message_thread_id?: number
  is_topic_message?: boolean
  from?: User
  chat: { id: number; type: string }
  text?: string
  caption?: string
  entities?: { type: string; offset: number; length: number }[]
  reply_to_message?: { from?: User }
  photo?: FileRef[]
  document?: FileRef
  voice?: FileRef
  audio?: FileRef
  new_chat_members?: User[]
}
export interface Update {
  update_id: number
  message?: Message
  edited_message?: Message
  callback_query?: { id: string; from: User; message?: Message; data?: string }
}

/** Undefined for updates that a bot does not answer: edits, channel posts, other bots. */
export function eventOf(update: Update, profile: Profile): ChannelEvent | undefined {
  const { callback_query: pressed, message } = update
  if (pressed?.message)
    return {
      ...placeOf(pressed.message, update),
      kind: 'action',
      sender: senderOf(pressed.from),
      text: '',
      isToBot: true,
      action: pressed.data ?? '',
      files: [],
      reply: { callback: pressed.id },
    }
  if (!message?.from || message.from.is_bot) return undefined
  const isJoin = message.new_chat_members?.some((user) => String(user.id) === profile.identity) ?? false
  const said = message.text ?? message.caption ?? ''
  const files = filesOf(message)
  if (!said && !files.length && !isJoin) return undefined
  const name = profile.handle ? `@${profile.handle}` : ''
  const isMentioned = name !== '' && said.toLowerCase().includes(name.toLowerCase())
  const isAnswer = String(message.reply_to_message?.from?.id ?? '') === profile.identity
  return {
    ...placeOf(message, update),
    kind: isJoin ? 'join' : 'message',
    sender: senderOf(message.from),
    text: name ? said.replaceAll(new RegExp(`${name}\\b`, 'gi'), '').trim() : said,
    isToBot: isMentioned || isAnswer,
    files,
    reply: message.chat.type === 'private' ? {} : { message: String(message.message_id) },
  }
}

const placeOf = (message: Message, update: Update) => ({
  id: String(update.update_id),
  position: message.message_id,
  chat: {
    id: String(message.chat.id),
    ...(message.is_topic_message && { thread: String(message.message_thread_id) }),
    kind: message.chat.type === 'private' ? ('direct' as const) : ('group' as const),
  },
})
const localeOf = (code = ''): Locale => (code.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en')
const senderOf = (user: User) => ({
  id: String(user.id),
  name: [user.first_name, user.last_name].filter(Boolean).join(' ') || (user.username ?? ''),
  locale: localeOf(user.language_code),
})

function filesOf(message: Message): IncomingFile[] {
  const file = (kind: IncomingFile['kind'], ref: FileRef | undefined, name: string): IncomingFile[] =>
    ref ? [{ kind, ref: ref.file_id, name: ref.file_name ?? name, ...(ref.file_size && { size: ref.file_size }) }] : []
  return [
    // The last size is the largest.
    ...file('image', message.photo?.at(-1), 'photo.jpg'),
    ...file('file', message.document, 'document'),
    ...file('audio', message.voice, 'voice.ogg'),
    ...file('audio', message.audio, 'audio.mp3'),
  ]
}
