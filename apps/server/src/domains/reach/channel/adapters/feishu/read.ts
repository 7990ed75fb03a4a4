import type { ChannelEvent, IncomingFile, Profile } from '../../adapter.ts'

export interface FeishuEvent {
  type?: string
  challenge?: string
  token?: string
  header?: { event_id: string; event_type: string; token?: string }
  event?: {
    sender?: { sender_id?: { open_id?: string }; sender_type?: string }
    message?: {
      message_id: string
      root_id?: string
      thread_id?: string
      chat_id: string
      chat_type: string
      message_type: string
      content: string
      create_time?: string
      mentions?: { key: string; id?: { open_id?: string }; name?: string }[]
    }
    operator?: { open_id?: string }
    action?: { value?: { choice?: string; thread?: string; kind?: string } }
    context?: { open_message_id?: string; open_chat_id?: string }
  }
}

/** Undefined for events that an app does not answer. */
export function eventOf({ header, event }: FeishuEvent, profile: Profile): ChannelEvent | undefined {
  if (!header || !event) return undefined
  if (header.event_type === 'card.action.trigger') return pressOf(header.event_id, event)
  const { message, sender } = event
  if (header.event_type !== 'im.message.receive_v1' || !message || sender?.sender_type !== 'user') return undefined
  const id = sender.sender_id?.open_id ?? ''
  const mentions = message.mentions ?? []
  const isToBot = mentions.some((mention) => mention.id?.open_id === profile.handle)
  const { text, files } = contentOf(message.message_type, message.content, message.message_id)
  return {
    id: header.event_id,
    kind: 'message',
    position: Number(message.create_time ?? 0) * 1000,
    chat: {
      id: message.chat_id,
      kind: message.chat_type === 'p2p' ? 'direct' : 'group',
      ...(message.thread_id && { thread: message.thread_id }),
    },
    sender: { id, name: id, locale: 'zh-CN' },
    text: mentions
      .reduce((words, { key, name = '', id: who }) => {
        const isOwn = who?.open_id === profile.handle
        return words.replaceAll(key, isOwn ? '' : `@${name}`)
      }, text)
      .trim(),
    isToBot,
    files,
    // A message in a thread is answered in the thread, all others in the chat.
    reply: message.thread_id ? { message: message.message_id, thread: '1' } : {},
  }
}

function pressOf(id: string, { operator, action, context }: NonNullable<FeishuEvent['event']>): ChannelEvent {
  const { choice = '', thread = '', kind = 'direct' } = action?.value ?? {}
  return {
    id,
    kind: 'action',
    chat: {
      id: context?.open_chat_id ?? '',
      kind: kind === 'group' ? 'group' : 'direct',
      ...(thread && { thread }),
    },
    sender: { id: operator?.open_id ?? '', name: operator?.open_id ?? '', locale: 'zh-CN' },
    text: '',
    isToBot: true,
    action: choice,
    files: [],
    reply: thread ? { message: context?.open_message_id ?? '', thread: '1' } : {},
  }
}

interface Content {
  text?: string
  image_key?: string
  file_key?: string
  file_name?: string
  title?: string
  content?: { tag: string; text?: string; image_key?: string; user_id?: string; href?: string }[][]
}
function contentOf(type: string, raw: string, messageId: string): { text: string; files: IncomingFile[] } {
  const content = JSON.parse(raw) as Content
  const file = (kind: IncomingFile['kind'], key: string, name: string): IncomingFile => ({
    kind,
    ref: `${messageId}/${key}/${kind === 'image' ? 'image' : 'file'}`,
    name,
  })
  if (type === 'image') return { text: '', files: [file('image', content.image_key ?? '', 'image.png')] }
  if (type === 'file') return { text: '', files: [file('file', content.file_key ?? '', content.file_name ?? 'file')] }
  if (type === 'audio') return { text: '', files: [file('audio', content.file_key ?? '', 'voice.opus')] }
  if (type !== 'post') return { text: content.text ?? '', files: [] }
  const parts = (content.content ?? []).map((line) =>
    line.map(({ text = '', href }) => (href ? `${text} ${href}` : text)).join(''),
  )
  const images = (content.content ?? [])
    .flat()
    .flatMap(({ image_key: key }) => (key ? [file('image', key, 'image.png')] : []))
  return { text: [content.title, ...parts].filter(Boolean).join('\n'), files: images }
}
