import type { Locale } from '#kit/errors.ts'
import type { ChannelEvent, Profile } from '../../adapter.ts'

interface User {
  id: string
  username?: string
  global_name?: string | null
  bot?: boolean
}
export interface DiscordMessage {
  id: string
  channel_id: string
  guild_id?: string
  author: User
  content: string
  mentions?: User[]
  referenced_message?: { author?: User } | null
  attachments?: { id: string; filename: string; url: string; size?: number; content_type?: string }[]
}
export interface Interaction {
  id: string
  token: string
  type: number
  channel_id?: string
  guild_id?: string
  locale?: string
  data?: { custom_id?: string }
  member?: { user: User }
  user?: User
}
const PRESS = 3
const nameOf = ({ global_name: shown, username = '' }: User) => shown ?? username
const chatOf = (id: string, guild: string | undefined) =>
  ({ id, kind: guild ? 'group' : 'direct' }) as ChannelEvent['chat']
const localeOf = (code = ''): Locale => (code.startsWith('zh') ? 'zh-CN' : 'en')
/** Discord ids are timestamps: the upper bits count milliseconds. */
const position = (id: string) => Number(BigInt(id) >> 12n)

/** Undefined for messages of this bot and of other bots. */
export function messageOf(message: DiscordMessage, profile: Profile): ChannelEvent | undefined {
  const { author, content, attachments = [] } = message
  if (author.bot || author.id === profile.identity || (!content && !attachments.length)) return undefined
  const isMentioned = message.mentions?.some(({ id }) => id === profile.identity) ?? false
  const isAnswer = message.referenced_message?.author?.id === profile.identity
  return {
    id: message.id,
    kind: 'message',
    position: position(message.id),
    chat: chatOf(message.channel_id, message.guild_id),
    sender: { id: author.id, name: nameOf(author) },
    text: content.replaceAll(new RegExp(`<@!?${profile.identity}>`, 'g'), '').trim(),
    isToBot: isMentioned || isAnswer,
    files: attachments.map(({ url, filename, size, content_type: type = '' }) => ({
      kind: type.startsWith('image/') ? 'image' : type.startsWith('audio/') ? 'audio' : 'file',
      ref: url,
      name: filename,
      ...(size && { size }),
    })),
    reply: message.guild_id ? { message: message.id } : {},
  }
}

export function pressOf(interaction: Interaction): ChannelEvent | undefined {
  const user = interaction.member?.user ?? interaction.user
  if (interaction.type !== PRESS || !user || !interaction.channel_id) return undefined
  return {
    id: interaction.id,
    kind: 'action',
    position: position(interaction.id),
    chat: chatOf(interaction.channel_id, interaction.guild_id),
    sender: { id: user.id, name: nameOf(user), locale: localeOf(interaction.locale) },
    text: '',
    isToBot: true,
    action: interaction.data?.custom_id ?? '',
    files: [],
    reply: { interaction: interaction.id, token: interaction.token },
  }
}
