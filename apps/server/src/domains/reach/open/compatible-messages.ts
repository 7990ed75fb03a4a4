import { badInput } from '#kit/errors.ts'
import type { GivenMessage } from './open-messages.ts'

interface Part {
  type?: unknown
  text?: unknown
  image_url?: unknown
  file_id?: unknown
  file_url?: unknown
  file?: { file_id?: unknown }
}

/** Converts messages of other protocols to ours. System prompts are dropped, because the bot has its own. */
export function toGiven(list: { role?: unknown; content?: unknown; type?: unknown }[]): GivenMessage[] {
  const given = list
    .filter((item) => item.type === undefined || item.type === 'message')
    .filter((item) => item.role === 'user' || item.role === 'assistant')
    .map((item) => ({ role: item.role as string, ...contentOf(item.content) }))
  if (given.at(-1)?.role !== 'user')
    throw badInput('messages', 'the last message must have the role user', '最后一条消息须为 user')
  return given
}

function contentOf(content: unknown): { content: unknown; content_type: string } {
  if (!Array.isArray(content)) return { content: typeof content === 'string' ? content : '', content_type: 'text' }
  const parts = (content as Part[]).map(partOf)
  if (parts.every((part) => part.type === 'text'))
    return { content: parts.map((part) => part.text).join('\n'), content_type: 'text' }
  return { content: parts, content_type: 'object_string' }
}
function partOf(part: Part): Record<string, string> {
  if (typeof part.text === 'string') return { type: 'text', text: part.text }
  const picture = part.image_url
  const url = typeof picture === 'object' && picture !== null ? (picture as { url?: unknown }).url : picture
  const address = url ?? part.file_url
  const id = part.file_id ?? part.file?.file_id
  const type = picture === undefined && part.type !== 'input_image' ? 'file' : 'image'
  if (typeof id === 'string') return { type, file_id: id }
  if (typeof address === 'string') return { type, file_url: address }
  throw badInput('messages', 'a part must have text, an image_url or a file', '片段须包含文本、图片地址或文件')
}
