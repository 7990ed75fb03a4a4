import type { FileLinks } from '#kit/file-links.ts'

/** A file that a visitor sent. */
export interface SentFile {
  key: string
  name: string
  size: number
  contentType: string
  isImage: boolean
}
interface Item {
  type?: string
  text?: string
  image?: { key: string; image_name?: string; image_thumb?: { url: string }; image_ori?: { url: string } }
  file?: { file_key: string; file_name?: string; file_type?: string; file_size?: number; file_url?: string }
}
const TITLE_CHARS = 80

/**
 * Combines text and files into one message. Links are left out, since they expire; they are created when the message is
 * read.
 */
export function contentOf(text: string, files: readonly SentFile[]): { content: string; contentType: string } {
  if (files.length === 0) return { content: text, contentType: 'text' }
  const items: Item[] = [...(text ? [{ type: 'text', text }] : []), ...files.map(itemOf)]
  return { content: JSON.stringify({ item_list: items, refer_items: [] }), contentType: 'mix' }
}
const itemOf = ({ key, name, size, contentType, isImage }: SentFile): Item =>
  isImage
    ? { type: 'image', image: { key, image_name: name } }
    : { type: 'file', file: { file_key: key, file_name: name, file_type: contentType, file_size: size } }

/** A stored message with current links to its files. */
export function withAddresses(content: string, links: FileLinks): string {
  const items = itemsIn(content)?.map((item): Item => {
    if (item.image) {
      const url = links.make(item.image.key)
      return { ...item, image: { ...item.image, image_thumb: { url }, image_ori: { url } } }
    }
    return item.file ? { ...item, file: { ...item.file, file_url: links.make(item.file.file_key) } } : item
  })
  return items ? JSON.stringify({ item_list: items, refer_items: [] }) : content
}

/** The title of a conversation, from its first question: its text, or the names of its files. */
export function titleOf(content: string, contentType: string): string {
  const items = contentType === 'mix' ? itemsIn(content) : undefined
  if (!items) return content.slice(0, TITLE_CHARS)
  const words = items.map((item) => item.text ?? '').filter(Boolean)
  const names = items.map(({ image, file }) => image?.image_name ?? file?.file_name ?? '').filter(Boolean)
  return (words.length > 0 ? words : names).join(' ').slice(0, TITLE_CHARS)
}

function itemsIn(content: string): Item[] | undefined {
  try {
    const { item_list: items } = JSON.parse(content) as { item_list?: Item[] }
    return Array.isArray(items) ? items : undefined
  } catch {
    return undefined
  }
}
