import type { PromptMessage } from '@orrery/contract'
import { PromptMessageType, PromptPartType } from '@orrery/contract/shared/prompt-enums'
import type { ChatMessage, FilePart, TextPart } from '#kit/models/chat-types.ts'
import { promptRunErrors } from './prompt-run.errors.ts'

type Part = NonNullable<PromptMessage['parts']>[number]

/** Converts messages of a prompt for models; empty messages are left out. */
export function toChatMessages(messages: readonly PromptMessage[]): ChatMessage[] {
  return messages.map(toChatMessage).filter((message) => message !== undefined)
}

function toChatMessage(message: PromptMessage): ChatMessage | undefined {
  const { message_type: type, content = '', parts = [], tool_calls: calls = [] } = message
  const text = content || parts.map((part) => part.text ?? '').join('')
  if (type === PromptMessageType.tool)
    return { role: 'tool', callId: message.tool_call_id ?? '', name: '', content: text }
  if (type === PromptMessageType.assistant)
    return {
      role: 'assistant',
      content: text,
      ...(calls.length && {
        toolCalls: calls.map(({ tool_call: { id = '', function_call: call } }) => ({
          id,
          name: call.name,
          arguments: call.arguments ?? '{}',
        })),
      }),
    }
  if (type === PromptMessageType.system) return text ? { role: 'system', content: text } : undefined
  const shown = parts.map(partOf).filter((part) => part !== undefined)
  if (!shown.some((part) => part.type === 'file')) return text ? { role: 'user', content: text } : undefined
  return { role: 'user', content: [...(content ? [{ type: 'text' as const, text: content }] : []), ...shown] }
}

function partOf(part: Part): TextPart | FilePart | undefined {
  if (part.type === PromptPartType.text) return part.text ? { type: 'text', text: part.text } : undefined
  if (part.type === PromptPartType.binary && part.binary_content) {
    const { mime_type: mediaType, data } = part.binary_content
    return { type: 'file', mediaType, data: { base64: data } }
  }
  const url = part.image?.url
  return url ? imageAt(url) : undefined
}
/** Providers fetch http URLs themselves; data URLs are sent as content. */
function imageAt(url: string): FilePart {
  const [, mediaType, base64] = /^data:(image\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? []
  if (mediaType && base64) return { type: 'file', mediaType, data: { base64 } }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw promptRunErrors.badImage()
  return { type: 'file', mediaType: 'image/*', data: { url } }
}

/** Adds tool names to tool messages, which callers omit, from the calls in earlier messages. */
export function withToolNames(messages: ChatMessage[]): ChatMessage[] {
  const names = new Map(
    messages
      .flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
      .map((call) => [call.id, call.name]),
  )
  return messages.map((message) =>
    message.role === 'tool' && !message.name ? { ...message, name: names.get(message.callId) ?? '' } : message,
  )
}
