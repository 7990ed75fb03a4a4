import type { GivenSetContent } from '@orrery/contract'
import { ContentType } from '@orrery/contract/shared/dataset-enums'
import type { SchemaRow } from '#domains/loop/dataset/dataset.table.ts'
import { isMedia, readMedia } from '#domains/loop/dataset/shared/media.ts'

type Field = SchemaRow['fields'][number]
type Part = Omit<GivenSetContent, 'multi_part' | 'format'>
const kinds = ['image', 'audio', 'video'] as const
const names = { text: 'Text', image: 'Image', audio: 'Audio', video: 'Video', parts: 'MultiPart' } as const
/** Name of a content type in the evaluation API. */
export const contentTypeOf = ({ contentType }: Pick<Field, 'contentType'>): string => {
  const [found] = Object.entries(ContentType).find(([, number]) => number === contentType) ?? ['text']
  return names[found as keyof typeof names]
}
const fileOf = (part: Part) => kinds.flatMap((kind) => part[kind] ?? [])[0]

/** Converts a value of the evaluation API into a dataset value: a text, a file or several parts. */
export function givenContent(content: GivenSetContent | undefined) {
  if (content?.multi_part)
    return {
      parts: content.multi_part.map((part) => {
        const file = fileOf(part)
        return file ? { attachments: [file] } : { content: part.text ?? '' }
      }),
    }
  const file = content && fileOf(content)
  return file ? { attachments: [file] } : { content: content?.text ?? '' }
}

/** Converts a stored value to the format of the evaluation API. */
export function shownContent(text: string, field: Field, linkOf: (key: string) => string) {
  if (!isMedia(field)) return { content_type: names.text, text }
  const parts = (readMedia(text) ?? []).map(({ type, text: said, uri = '', name = '' }) =>
    type === 'text'
      ? { content_type: names.text, text: said }
      : { content_type: names[type], [type]: { name, uri, url: linkOf(uri) } },
  )
  const isOne = parts.length === 1 && field.contentType !== ContentType.parts
  return isOne ? parts[0]! : { content_type: names.parts, multi_part: parts }
}
