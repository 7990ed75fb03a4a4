import { ContentType, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import type { Content, Field, FileInput } from '../dataset-content.ts'

/** A text or a file. A value that is not plain text is a list of such parts. */
export interface MediaPart {
  type: 'text' | 'image' | 'audio' | 'video'
  text?: string
  /** The key of an upload. */
  uri?: string
  name?: string
}
export type FileType = Exclude<MediaPart['type'], 'text'>
type LinkOf = (key: string) => string

const extensions: Record<FileType, ReadonlySet<string>> = {
  image: new Set(['png', 'jpg', 'jpeg', 'gif', 'webp']),
  // Types that browsers can play and that are served with their real content type.
  audio: new Set(['mp3', 'wav', 'ogg']),
  video: new Set(['mp4', 'webm']),
}
const types: Record<number, Content['type']> = {
  [ContentType.image]: 'image',
  [ContentType.audio]: 'audio',
  [ContentType.video]: 'video',
  [ContentType.parts]: 'parts',
}
const numbers = { text: ContentType.text, image: ContentType.image, audio: ContentType.audio, video: ContentType.video }

export const isMedia = ({ contentType }: Pick<Field, 'contentType'>): boolean => contentType !== ContentType.text
export const typeOf = (contentType: number | undefined): Content['type'] => types[contentType ?? 0] ?? 'text'
export const extensionsOf = (type: FileType): string => [...extensions[type]].join(', ')

/** The type of a file by its key; undefined if cells cannot contain it. */
export function fileTypeOf(key: string): FileType | undefined {
  const extension = key.slice(key.lastIndexOf('.') + 1).toLowerCase()
  return (Object.keys(extensions) as FileType[]).find((type) => extensions[type].has(extension))
}

/** Serialises parts. Properties have a fixed order, so that equal values have equal texts. */
export const mediaText = (parts: MediaPart[]): string =>
  parts.length
    ? JSON.stringify(
        parts.map(({ type, text, uri, name }) => (type === 'text' ? { type, text } : { type, uri, name: name ?? '' })),
      )
    : ''

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Parses a stored value; undefined if the text is not a list of parts. */
export function readMedia(text: string): MediaPart[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(value) || !value.length) return undefined
  const parts: MediaPart[] = []
  for (const one of value as unknown[]) {
    if (!isObject(one)) return undefined
    const { type, text: said, uri, name } = one
    if (type === 'text' && typeof said === 'string') parts.push({ type, text: said })
    else if ((type === 'image' || type === 'audio' || type === 'video') && typeof uri === 'string')
      parts.push({ type, uri, name: typeof name === 'string' ? name : '' })
    else return undefined
  }
  return parts
}
/** A value as readable text: its texts, and the names of its files. */
export const readableMedia = (parts: readonly MediaPart[]): string =>
  parts.map(({ type, text, uri, name }) => (type === 'text' ? text : `[${type}: ${name || uri}]`)).join('')
/** A value for programs: the URL of a file, a JSON list of URLs, or texts with URLs between them. */
export function mediaAddresses(parts: readonly MediaPart[], linkOf: LinkOf): string {
  const addresses = parts.map(({ text, uri }) => (uri === undefined ? (text ?? '') : linkOf(uri)))
  if (parts.some(({ type }) => type === 'text')) return addresses.join(' ')
  return addresses.length === 1 ? addresses[0]! : JSON.stringify(addresses)
}
/** The keys of all files in a stored value. */
export const filesIn = (text: string): string[] => (readMedia(text) ?? []).flatMap(({ uri }) => uri ?? [])

const shownFile = ({ uri = '', name = '' }: MediaPart, linkOf: LinkOf) => {
  const url = linkOf(uri)
  return { provider: STORED_HERE, name, uri, url, thumbURL: url }
}
/** A value in the format of the wire. */
export function shownMedia(text: string, contentType: number, linkOf: LinkOf) {
  const parts = readMedia(text) ?? []
  if (contentType !== ContentType.parts)
    return { content: '', attachments: parts.filter(({ uri }) => uri).map((part) => shownFile(part, linkOf)) }
  return {
    content: '',
    parts: parts.map((part) => ({
      contentType: numbers[part.type],
      content: part.text ?? '',
      ...(part.uri !== undefined && { attachments: [shownFile(part, linkOf)] }),
    })),
  }
}
/** A value in an exported file. Its links prove to an import that the files were shown to the importing person. */
export function linkedText(text: string, linkOf: LinkOf): string {
  const parts = readMedia(text)
  if (!parts) return text
  return JSON.stringify(
    parts.map(({ type, text: said, uri = '', name }) =>
      type === 'text' ? { type, text: said } : { type, name, url: linkOf(uri) },
    ),
  )
}

/** A part in the input of a call; its file is identified by key or by link. */
export type MediaPartInput = { type?: MediaPart['type']; text?: string } & FileInput
/**
 * Parses a cell of a file or of the grid: a list of parts as JSON, or links separated by white space. A cell of a field
 * for files may also contain paths in an archive.
 */
export function readGivenText(text: string, isFilesOnly: boolean): MediaPartInput[] | undefined {
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed)) {
    try {
      const value: unknown = JSON.parse(trimmed)
      const list = Array.isArray(value) ? (value as unknown[]) : [value]
      if (list.every(isObject)) return list.map(givenPart)
    } catch {
      return undefined
    }
    return undefined
  }
  const lines = trimmed.split(/\s+/)
  const isFile = (line: string) =>
    /^(https?:\/\/|\/api\/file\/|upload\/)/.test(line) || (isFilesOnly && fileTypeOf(line) !== undefined)
  return lines.every(isFile)
    ? lines.map((line) => (line.startsWith('upload/') ? { uri: line } : { url: line }))
    : undefined
}
function givenPart(value: Record<string, unknown>): MediaPartInput {
  const part: MediaPartInput = {}
  for (const name of ['text', 'uri', 'url', 'name'] as const)
    if (typeof value[name] === 'string') part[name] = value[name]
  const { type } = value
  if (type === 'text' || type === 'image' || type === 'audio' || type === 'video') part.type = type
  return part
}
