import type { ChannelEvent, IncomingFile } from '../../adapter.ts'

export interface LineEvent {
  type: string
  webhookEventId: string
  timestamp: number
  source?: { type: string; userId?: string; groupId?: string; roomId?: string }
  message?: {
    id: string
    type: string
    text?: string
    fileName?: string
    mention?: { mentionees: { index: number; length: number; isSelf?: boolean }[] }
  }
  postback?: { data: string }
}
const files: Record<string, { kind: IncomingFile['kind']; name: string }> = {
  image: { kind: 'image', name: 'image.jpg' },
  audio: { kind: 'audio', name: 'voice.m4a' },
  file: { kind: 'file', name: 'file' },
}

export function eventOf(event: LineEvent): ChannelEvent | undefined {
  const { source, message, postback } = event
  const chatId = source?.groupId ?? source?.roomId ?? source?.userId
  if (!source?.userId || !chatId) return undefined
  const base = {
    id: event.webhookEventId,
    position: event.timestamp * 1000,
    chat: { id: chatId, kind: source.type === 'user' ? ('direct' as const) : ('group' as const) },
    sender: { id: source.userId, name: source.userId },
    text: '',
    isToBot: true,
    files: [],
    reply: {},
  }
  if (event.type === 'postback') return { ...base, kind: 'action', action: postback?.data ?? '' }
  if (event.type === 'follow' || event.type === 'join') return { ...base, kind: 'join' }
  if (event.type !== 'message' || !message) return undefined
  const own = message.mention?.mentionees.filter(({ isSelf }) => isSelf) ?? []
  const found = files[message.type]
  if (message.type !== 'text' && !found) return undefined
  return {
    ...base,
    kind: 'message',
    text: own
      .reduceRight((text, { index, length }) => text.slice(0, index) + text.slice(index + length), message.text ?? '')
      .trim(),
    isToBot: own.length > 0,
    files: found ? [{ ...found, ref: message.id, name: message.fileName ?? found.name }] : [],
  }
}
