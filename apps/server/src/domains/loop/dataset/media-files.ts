import { ContentType } from '@orrery/contract/shared/dataset-enums'
import type { FileLinks } from '#kit/file-links.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { Field, FileInput, ItemInput, ValueInput, Turn } from './dataset-content.ts'
import {
  fileTypeOf,
  filesIn,
  type MediaPartInput,
  isMedia,
  type MediaPart,
  mediaText,
  readGivenText,
  typeOf,
} from './shared/media.ts'

export interface MediaFilesDeps {
  uploads: Pick<UploadService, 'find'>
  links: Pick<FileLinks, 'keyIn'>
}
/** Fetches a file from the web or an archive, stores it and returns its key; undefined if that is impossible. */
export type FetchFile = (url: string) => Promise<{ key: string; name: string } | undefined>
export interface PreparedItems {
  items: ItemInput[]
  /** The files that the caller may put into cells: their own uploads, and files for which they have a link. */
  files: ReadonlySet<string>
}

/** The files in stored turns, which may stay when a person edits the row. */
export const filesOfTurns = (turns: Turn[], fields: Field[]): string[] => {
  const keys = fields.filter(isMedia).map(({ key }) => key)
  return keys.length ? turns.flatMap((turn) => keys.flatMap((key) => (turn[key] ? filesIn(turn[key].text) : []))) : []
}

/** Converts values with files to their stored form, and collects the files that the caller may use. */
export function createMediaFiles({ uploads, links }: MediaFilesDeps) {
  return async function prepare(
    given: ItemInput[],
    fields: Field[],
    userId: string,
    fetchFile?: FetchFile,
  ): Promise<PreparedItems> {
    const media = fields.filter(isMedia)
    const files = new Set<string>()
    if (!media.length) return { items: given, files }
    const known = new Map<string, string | undefined>()
    async function named(key: string): Promise<string | undefined> {
      if (!known.has(key)) known.set(key, (await uploads.find(key, userId))?.name)
      return known.get(key)
    }
    async function fileOf({ uri, url, name }: FileInput): Promise<{ key: string; name: string }> {
      const linked = url ? links.keyIn(url) : undefined
      if (linked) {
        files.add(linked)
        return { key: linked, name: name ?? '' }
      }
      const found = uri ? await named(uri) : undefined
      if (uri && found !== undefined) files.add(uri)
      if (uri || !url) return { key: uri ?? '', name: name || (found ?? '') }
      const fetched = await fetchFile?.(url)
      if (fetched) files.add(fetched.key)
      return { key: fetched?.key ?? url, name: name || (fetched?.name ?? '') }
    }
    async function partOf(part: MediaPartInput, field: Field): Promise<MediaPart> {
      if (part.type === 'text' || (part.text !== undefined && part.uri === undefined && part.url === undefined))
        return { type: 'text', text: part.text ?? '' }
      const { key, name } = await fileOf(part)
      const ofField = typeOf(field.contentType)
      const asked = part.type ?? (ofField === 'parts' || ofField === 'text' ? undefined : ofField)
      return { type: asked ?? fileTypeOf(key) ?? 'image', uri: key, name }
    }
    /** Undefined keeps the text as it is; the item check then refuses it. */
    function partsOf({ content, attachments, parts }: ValueInput, field: Field): MediaPartInput[] | undefined {
      if (parts)
        return parts.flatMap(({ contentType, content: text, attachments: named = [] }): MediaPartInput[] => {
          const type = typeOf(contentType)
          if (named.length)
            return named.map((file) => ({ ...file, ...(type !== 'parts' && type !== 'text' && { type }) }))
          return text === undefined ? [] : [{ type: 'text', text }]
        })
      if (attachments?.length) return attachments
      if (!content) return []
      const isParts = field.contentType === ContentType.parts
      return readGivenText(content, !isParts) ?? (isParts ? [{ type: 'text', text: content }] : undefined)
    }
    async function valueOf(value: ValueInput): Promise<ValueInput> {
      const field = media.find(({ key, name }) => (value.key ? key === value.key : name === value.name))
      const parts = field && partsOf(value, field)
      if (!parts) return value
      const read: MediaPart[] = []
      for (const part of parts) read.push(await partOf(part, field))
      const { key, name, format } = value
      return { key, name, format, content: mediaText(read) }
    }
    const valuesOf = async (values: ValueInput[]) => {
      const read: ValueInput[] = []
      for (const value of values) read.push(await valueOf(value))
      return read
    }
    const items: ItemInput[] = []
    for (const item of given) {
      const { data, repeatedData } = item
      const turns: { data: ValueInput[] }[] = []
      for (const turn of repeatedData ?? []) turns.push({ data: await valuesOf(turn.data ?? []) })
      items.push({
        ...item,
        ...(data && { data: await valuesOf(data) }),
        ...(repeatedData && { repeatedData: turns }),
      })
    }
    return { items, files }
  }
}
export type MediaFiles = ReturnType<typeof createMediaFiles>
