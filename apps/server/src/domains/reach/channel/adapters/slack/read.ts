import type { ChannelEvent, IncomingFile, Profile } from '../../adapter.ts'

interface SlackFile {
  id: string
  name?: string
  size?: number
  mimetype?: string
  url_private_download?: string
}
interface SlackEvent {
  type: string
  subtype?: string
  channel?: string
  channel_type?: string
  user?: string
  bot_id?: string
  text?: string
  ts?: string
  thread_ts?: string
  files?: SlackFile[]
}
export interface Callback {
  type: string
  challenge?: string
  event_id?: string
  event?: SlackEvent
}
export interface Interaction {
  type: string
  trigger_id?: string
  user?: { id: string; name?: string; username?: string }
  channel?: { id: string }
  message?: { ts: string; thread_ts?: string }
  actions?: { action_id: string; value?: string; action_ts?: string }[]
}
const position = (ts = '0') => Math.round(Number(ts) * 1_000_000)
const isDirect = (channel: string, type: string | undefined) => type === 'im' || channel.startsWith('D')

/** Undefined for messages of this bot and other bots, edits and deletions. */
export function eventOf({ event, event_id: id = '' }: Callback, profile: Profile): ChannelEvent | undefined {
  if (!event?.channel || !event.user || event.bot_id || event.user === profile.handle) return undefined
  if (event.type !== 'message' && event.type !== 'app_mention') return undefined
  if (event.subtype && event.subtype !== 'file_share' && event.subtype !== 'thread_broadcast') return undefined
  const direct = isDirect(event.channel, event.channel_type)
  const mark = profile.handle ? `<@${profile.handle}>` : ''
  const text = event.text ?? ''
  const isToBot = event.type === 'app_mention' || (mark !== '' && text.includes(mark))
  // In a channel, an answer opens a thread, and messages in a thread are answered there.
  const thread = event.thread_ts ?? (direct ? undefined : event.ts)
  return {
    // A mention is delivered twice under two ids, as a message and as a mention; the message has one timestamp.
    id: event.ts ? `${event.channel}:${event.ts}` : id,
    kind: 'message',
    position: position(event.ts),
    chat: { id: event.channel, kind: direct ? 'direct' : 'group', ...(thread && { thread }) },
    sender: { id: event.user, name: event.user },
    text: plain(mark ? text.replaceAll(mark, '') : text),
    isToBot,
    files: (event.files ?? []).map(fileOf),
    reply: {},
  }
}

export function pressOf(
  { user, channel, message, actions = [] }: Interaction,
  profile: Profile,
): ChannelEvent | undefined {
  const [action] = actions
  if (!user || !channel || !action) return undefined
  const direct = isDirect(channel.id, undefined)
  const thread = message?.thread_ts ?? (direct ? undefined : message?.ts)
  return {
    id: `press:${user.id}:${action.action_ts ?? ''}:${action.value ?? ''}`,
    kind: 'action',
    position: position(action.action_ts),
    chat: { id: channel.id, kind: direct ? 'direct' : 'group', ...(thread && { thread }) },
    sender: { id: user.id, name: user.name ?? user.username ?? user.id },
    text: '',
    isToBot: profile.handle !== undefined,
    action: action.value ?? '',
    files: [],
    reply: {},
  }
}

function fileOf({ id, name = id, size, mimetype = '', url_private_download: url = '' }: SlackFile): IncomingFile {
  const kind = mimetype.startsWith('image/') ? 'image' : mimetype.startsWith('audio/') ? 'audio' : 'file'
  return { kind, ref: url, name, ...(size && { size }) }
}
/** Restores `<https://a.b|name>` and the three escaped characters as they were typed. */
const plain = (text: string) =>
  text
    .replaceAll(/<(https?:[^|>]+)\|([^>]+)>/g, '$2 ($1)')
    .replaceAll(/<(https?:[^>]+)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
