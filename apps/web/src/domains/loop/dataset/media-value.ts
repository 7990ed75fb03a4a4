import { ContentType } from '@orrery/contract/shared/dataset-enums'
import type { DatasetItem } from './dataset.queries.ts'

export type MediaType = 'image' | 'audio' | 'video'
/** A text, or a file that is shown or played. */
export type MediaPart = { type: 'text'; text: string } | { type: MediaType; uri: string; url: string; name: string }
type Value = NonNullable<DatasetItem['data']>[number]

export const mediaTypeOf: Record<number, MediaType | 'parts' | undefined> = {
  [ContentType.image]: 'image',
  [ContentType.audio]: 'audio',
  [ContentType.video]: 'video',
  [ContentType.parts]: 'parts',
}
export const isMediaField = ({ contentType }: { contentType: number }): boolean => contentType !== ContentType.text
/** The file types that the file input offers. */
export const acceptOf = (type: MediaType | 'parts'): string => {
  const accepts = { image: '.png,.jpg,.jpeg,.gif,.webp', audio: '.mp3,.wav,.ogg', video: '.mp4,.webm' }
  return type === 'parts' ? Object.values(accepts).join(',') : accepts[type]
}
/** The media type of a file, by its extension. */
export function typeOfFile(name: string): MediaType {
  const ending = `.${name.split('.').at(-1)!.toLowerCase()}`
  return (['audio', 'video'] as const).find((type) => acceptOf(type).split(',').includes(ending)) ?? 'image'
}

/** The value as text of a grid cell: it can be pasted into another cell, and the server can parse it. */
export const mediaText = (parts: readonly MediaPart[]): string => (parts.length ? JSON.stringify(parts) : '')
export function readParts(text: string): MediaPart[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? (value as MediaPart[]) : []
  } catch {
    return []
  }
}
/** The readable text of a stored value: its texts, and the names of its files. */
export const readableMedia = (text: string): string =>
  readParts(text)
    .map((part) => (part.type === 'text' ? part.text : part.name))
    .join(', ')
/** The cell text of a value, including values that are only text. */
export function cellText({ contentType, content, attachments, parts }: Value): string {
  const filesOf = (type: MediaType, files: Value['attachments'] = []): MediaPart[] =>
    files.map(({ uri, url, name }) => ({ type, uri, url, name }))
  const type = mediaTypeOf[contentType]
  if (!type) return content
  if (type !== 'parts') return mediaText(filesOf(type, attachments))
  return mediaText(
    (parts ?? []).flatMap((part): MediaPart[] => {
      const of = mediaTypeOf[part.contentType]
      return of && of !== 'parts' ? filesOf(of, part.attachments) : [{ type: 'text', text: part.content }]
    }),
  )
}
