import type { ChannelEvent, IncomingFile } from '../../adapter.ts'

export interface DingMessage {
  msgId: string
  conversationId: string
  conversationType: string
  senderId: string
  senderStaffId?: string
  senderNick?: string
  msgtype: string
  isInAtList?: boolean
  createAt?: number
  text?: { content: string }
  content?: {
    downloadCode?: string
    fileName?: string
    recognition?: string
    richText?: { text?: string; downloadCode?: string }[]
  }
}
const files: Record<string, { kind: IncomingFile['kind']; name: string }> = {
  picture: { kind: 'image', name: 'image.png' },
  file: { kind: 'file', name: 'file' },
  audio: { kind: 'audio', name: 'voice.amr' },
}

export function eventOf(message: DingMessage): ChannelEvent | undefined {
  const { content, msgtype } = message
  const found = files[msgtype]
  const rich = content?.richText ?? []
  const attached: IncomingFile[] = [
    ...(found && content?.downloadCode
      ? [{ ...found, ref: content.downloadCode, name: content.fileName ?? found.name }]
      : []),
    ...rich.flatMap(({ downloadCode: ref }) => (ref ? [{ kind: 'image' as const, ref, name: 'image.png' }] : [])),
  ]
  const text = message.text?.content ?? (content?.recognition || rich.map((part) => part.text ?? '').join(''))
  if (!text.trim() && !attached.length) return undefined
  return {
    id: message.msgId,
    kind: 'message',
    position: (message.createAt ?? 0) * 1000,
    chat: { id: message.conversationId, kind: message.conversationType === '2' ? 'group' : 'direct' },
    sender: { id: message.senderStaffId ?? message.senderId, name: message.senderNick ?? '', locale: 'zh-CN' },
    text: text.trim(),
    isToBot: message.isInAtList ?? false,
    files: attached,
    reply: { staff: message.senderStaffId ?? '' },
  }
}
