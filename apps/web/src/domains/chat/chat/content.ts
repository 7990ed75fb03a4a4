import type { ChatMessage } from '@orrery/contract'
import type { StoredFile } from '#lib/upload-kinds.ts'

export interface SentPart {
  kind: 'image' | 'file'
  name: string
  size: number
  url: string
  key: string
}
export interface SentContent {
  text: string
  parts: readonly SentPart[]
}

export interface SentUpload extends StoredFile {
  name: string
  size: number
  type: string
  isImage: boolean
}

interface Item {
  type?: string
  text?: string
  image?: { key?: string; image_name?: string; image_ori?: { url?: string }; image_thumb?: { url?: string } }
  file?: { file_key?: string; file_name?: string; file_size?: number | string; file_url?: string }
}

/** Joins text and files to one message. */
export function writeContent(text: string, uploads: readonly SentUpload[]): string {
  const items: Item[] = [
    ...(text ? [{ type: 'text', text }] : []),
    ...uploads.map((upload) => {
      const { uri, url, name, size } = upload
      if (upload.isImage)
        return {
          type: 'image',
          image: { key: uri, image_name: name, image_thumb: { url }, image_ori: { url } },
        }
      return {
        type: 'file',
        file: { file_key: uri, file_name: name, file_type: upload.type, file_size: size, file_url: url },
      }
    }),
  ]
  return JSON.stringify({ item_list: items, refer_items: [] })
}

/** Parses a question; content that cannot be parsed is returned as text. */
export function readSent({ content, content_type: type }: Pick<ChatMessage, 'content' | 'content_type'>): SentContent {
  if (type === 'text') return { text: content, parts: [] }
  try {
    const { item_list: items = [] } = JSON.parse(content) as { item_list?: Item[] }
    return {
      text: items
        .map((item) => item.text ?? '')
        .filter(Boolean)
        .join('\n'),
      parts: items.flatMap(partOf),
    }
  } catch {
    return { text: content, parts: [] }
  }
}

/** The same message with other text and the same files. */
export function withWords(
  { content, content_type: type }: Pick<ChatMessage, 'content' | 'content_type'>,
  text: string,
): { content: string; contentType: 'text' | 'mix' } {
  if (type !== 'mix') return { content: text, contentType: 'text' }
  const { item_list: items = [] } = JSON.parse(content) as { item_list?: Item[] }
  const files = items.filter((item) => item.type !== 'text')
  const words = text ? [{ type: 'text', text }] : []
  return { content: JSON.stringify({ item_list: [...words, ...files], refer_items: [] }), contentType: 'mix' }
}

function partOf({ image, file }: Item): SentPart[] {
  if (image?.key)
    return [
      {
        kind: 'image',
        key: image.key,
        name: image.image_name ?? '',
        size: 0,
        url: image.image_thumb?.url ?? image.image_ori?.url ?? '',
      },
    ]
  if (!file?.file_key) return []
  const { file_key: key, file_name: name = '', file_url: url = '', file_size: size = 0 } = file
  return [{ kind: 'file', key, name, size: Number(size), url }]
}
