import type { SpanFiles } from '#domains/loop/ingest/span-file.service.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { FullSpan } from './observation.repo.ts'
import { parseJson } from './shared/parse-json.ts'

interface Stored {
  input_tos_key?: unknown
  output_tos_key?: unknown
  attachments?: unknown
  /** Spelling used by one of the clients. */
  Attachments?: unknown
}
interface Attachment {
  name?: unknown
  tos_key?: unknown
}
export interface SpanValuesDeps {
  files: SpanFiles
  links: FileLinks
}

/** Puts values that were uploaded as files back into their spans, and links attachments. */
export function createSpanValues({ files, links }: SpanValuesDeps) {
  return {
    async whole(span: FullSpan): Promise<FullSpan> {
      const text = span.attributes.object_storage
      const stored = typeof text === 'string' ? (parseJson(text) as Stored | undefined) : undefined
      if (!stored || typeof stored !== 'object') return span
      const textOf = async (key: unknown, known: string) =>
        typeof key === 'string' && key ? ((await files.text(span.spaceId, key)) ?? known) : known
      const attached = [stored.attachments ?? stored.Attachments].flat().filter(Boolean) as Attachment[]
      const keys = attached.flatMap(({ tos_key }) => (typeof tos_key === 'string' ? [tos_key] : []))
      const places = await files.places(span.spaceId, keys.slice(0, 50))
      const attachments = attached.flatMap(({ name, tos_key }) => {
        const place = places.get(String(tos_key))
        return place ? [{ name: String(name ?? tos_key), url: links.make(place.blobKey) }] : []
      })
      return {
        ...span,
        input: await textOf(stored.input_tos_key, span.input),
        output: await textOf(stored.output_tos_key, span.output),
        attributes: { ...span.attributes, ...(attachments.length && { attachments }) },
      }
    },
  }
}
export type SpanValues = ReturnType<typeof createSpanValues>
