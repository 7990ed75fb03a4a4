import type { SuppliedMessage } from '#domains/chat/conversation/shared/supplied-messages.ts'
import { realtimeErrors } from './realtime.errors.ts'

/** How the pictures of a camera or a screen are used. */
export interface Sight {
  /** The name of the answering model, if it cannot see. */
  blindModel(): Promise<string | undefined>
  /** Stores a picture as a file of the caller, and returns its key. */
  keep(bytes: Buffer, name: string): Promise<string>
}
export interface PicturesDeps {
  /** Absent: pictures are refused. */
  sight?: Sight | undefined
  now(): number
  fail(cause: unknown): void
}
interface Picture {
  bytes: Buffer
  at: number
  extension: string
  key?: Promise<string>
}
/** Older pictures are not sent with a question. */
const FRESH_MS = 10_000
/** Maximum number of pictures of that time; the latest ones are used. */
const MAX_PICTURES = 4

function extensionOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (bytes.toString('latin1', 1, 4) === 'PNG') return 'png'
  return bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined
}

/** Still pictures of a call: the latest ones are sent with each question. */
export function createPictures({ sight, now, fail }: PicturesDeps) {
  let shown: Picture[] = []
  /** Reported once: the conversation continues without pictures. */
  let isBlind: Promise<boolean> | undefined
  async function findOut(): Promise<boolean> {
    const model = await sight!.blindModel()
    if (model !== undefined) fail(realtimeErrors.cannotSee({ model }))
    return model !== undefined
  }
  const fresh = () => shown.filter(({ at }) => at >= now() - FRESH_MS)
  const keyOf = (picture: Picture) => (picture.key ??= sight!.keep(picture.bytes, `picture.${picture.extension}`))
  return {
    add(bytes: Buffer) {
      if (!sight) throw realtimeErrors.noPictures()
      const extension = extensionOf(bytes)
      if (!extension) throw realtimeErrors.notAPicture()
      shown = [...fresh(), { bytes, at: now(), extension }].slice(-MAX_PICTURES)
      isBlind ??= findOut()
      isBlind.catch(fail)
    },
    /** Adds the current pictures to a question. If one cannot be stored, the question is sent without them. */
    async withPictures(said: SuppliedMessage): Promise<SuppliedMessage> {
      const seen = fresh()
      if (!seen.length || said.contentType !== 'text' || (await isBlind)) return said
      try {
        const keys = await Promise.all(seen.map(keyOf))
        const pictures = keys.map((key, at) => ({
          type: 'image',
          file_id: key,
          name: `picture.${seen[at]!.extension}`,
        }))
        const content = JSON.stringify([{ type: 'text', text: said.content }, ...pictures])
        return { ...said, content, contentType: 'object_string' }
      } catch (cause) {
        shown = []
        fail(cause)
        return said
      }
    },
  }
}
