import { conversationErrors } from './conversation.errors.ts'

/** A file that a user sent. */
export interface SentFile {
  key: string
  name: string
  kind: 'image' | 'file'
}
export interface SentContent {
  text: string
  files: SentFile[]
}
const MAX_FILES = 20
const MAX_ITEMS = 60

interface Item {
  type?: string
  text?: string
  image?: { key?: string; image_name?: string }
  file?: { file_key?: string; file_name?: string }
}

/** Reads the content of a message by its type: text, one image or file, or a list of these. */
export function readContent(content: string, contentType: string): SentContent {
  if (contentType === 'text' || contentType === 'card') return checked({ text: content, files: [] })
  if (contentType === 'object_string') return checked(readParts(content))
  const { item_list: items } = parse(content, contentType)
  const sent: SentContent = { text: '', files: [] }
  for (const item of items.slice(0, MAX_ITEMS)) {
    if (item.text) sent.text = [sent.text, item.text].filter(Boolean).join('\n')
    if (item.image?.key)
      sent.files.push({ key: item.image.key, name: item.image.image_name || 'picture', kind: 'image' })
    if (item.file?.file_key)
      sent.files.push({ key: item.file.file_key, name: item.file.file_name || 'file', kind: 'file' })
  }
  return checked(sent)
}

interface Part {
  type?: string
  text?: string
  file_id?: string
  file_url?: string
  name?: string
}
/** Reads a list of parts, the format that API clients send. */
function readParts(content: string): SentContent {
  let list: unknown
  try {
    list = JSON.parse(content)
  } catch {
    list = undefined
  }
  if (!Array.isArray(list)) throw conversationErrors.badParts()
  const sent: SentContent = { text: '', files: [] }
  for (const part of (list as unknown[]).slice(0, MAX_ITEMS).filter(isObject) as Part[]) {
    if (part.type === 'text' && part.text) sent.text = [sent.text, part.text].filter(Boolean).join('\n')
    else if (part.file_id)
      sent.files.push({
        key: part.file_id,
        name: part.name ?? nameIn(part),
        kind: part.type === 'image' ? 'image' : 'file',
      })
  }
  return sent
}
const nameIn = ({ file_url: url = '', type = 'file' }: Part) =>
  (URL.canParse(url) && new URL(url).pathname.split('/').at(-1)) || type

function checked(sent: SentContent): SentContent {
  if (!sent.text.trim() && !sent.files.length) throw conversationErrors.nothingSaid()
  if (sent.files.length > MAX_FILES) throw conversationErrors.tooManyFiles({ max: MAX_FILES })
  return sent
}

function parse(content: string, type: string): { item_list: Item[] } {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw conversationErrors.badContent({ type })
  }
  const object = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  if (Array.isArray(object.item_list)) return { item_list: object.item_list.filter(isObject) as Item[] }
  // Messages of one kind are lists under the name of that kind.
  const images = (Array.isArray(object.image_list) ? object.image_list : []) as Item['image'][]
  const files = (Array.isArray(object.file_list) ? object.file_list : []) as Item['file'][]
  if (!images.length && !files.length) throw conversationErrors.badContent({ type })
  return { item_list: [...images.map((image) => ({ image })), ...files.map((file) => ({ file }))] }
}
const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** The text of a stored message for the history; files are replaced by their names. */
export function plainText(content: string, contentType: string): string {
  try {
    const { text, files } = readContent(content, contentType)
    return [text, ...files.map(({ name }) => `[file: ${name}]`)].filter(Boolean).join('\n')
  } catch {
    return content
  }
}
