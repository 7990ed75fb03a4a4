import { and, eq, inArray, lt } from 'drizzle-orm'
import { isUtf8 } from 'node:buffer'
import { type Masks, maskText } from '#domains/chat/span/shared/mask.ts'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { badInput } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { spanFile } from './span-file.table.ts'

const MAX_KEY = 512
const MAX_TEXT = 1024 * 1024
const KEPT_MS = 366 * 86_400_000

export interface SpanFileDeps {
  db: Db
  blobs: Blobs
  newId: NewId
  clock: Clock
  masksOf(spaceId: string): Promise<Masks>
}
interface Sent {
  spaceId: string
  userId: string
  key: string
  type: string
  bytes: Uint8Array
}

/** Files that spans refer to by a key of the sender: inputs too large for a span, images, attachments. */
export function createSpanFiles({ db, blobs, newId, clock, masksOf }: SpanFileDeps) {
  /** Applies the masks of the space to a file. */
  async function allowed(spaceId: string, type: string, bytes: Uint8Array): Promise<Uint8Array> {
    const masks = await masksOf(spaceId)
    if (masks.isContentFree) return new Uint8Array()
    const isText = type.startsWith('text/') || isUtf8(bytes)
    return isText ? Buffer.from(maskText(Buffer.from(bytes).toString(), masks)) : bytes
  }
  const of = (spaceId: string, key: string) => and(eq(spanFile.spaceId, spaceId), eq(spanFile.key, key))
  return {
    async store({ spaceId, userId, key, type, bytes: sent }: Sent): Promise<void> {
      if (!key || key.length > MAX_KEY)
        throw badInput('file', `needs a name of 1 to ${MAX_KEY} characters`, `文件名应为 1 到 ${MAX_KEY} 个字符`)
      const bytes = await allowed(spaceId, type, sent)
      const blobKey = `span/${spaceId}/${newId()}`
      await blobs.put(blobKey, bytes, type || 'application/octet-stream')
      const row = { spaceId, key, userId, blobKey, type, size: bytes.byteLength, createdAt: clock.now() }
      // A retry may replace the file; another person may not.
      const [kept] = await db
        .insert(spanFile)
        .values(row)
        .onConflictDoUpdate({
          target: [spanFile.spaceId, spanFile.key],
          set: row,
          setWhere: eq(spanFile.userId, userId),
        })
        .returning({ blobKey: spanFile.blobKey })
      if (kept) return
      await blobs.delete(blobKey)
      throw badInput('file', 'another person sent a file of this name', '其他成员已上传同名文件')
    },
    /** The text of a file; undefined if it has not arrived. */
    async text(spaceId: string, key: string): Promise<string | undefined> {
      const [row] = await db.select().from(spanFile).where(of(spaceId, key))
      const blob = row && (await blobs.get(row.blobKey))
      return (
        blob &&
        Buffer.from(await blob.bytes())
          .toString()
          .slice(0, MAX_TEXT)
      )
    },
    /** Storage location and type of the files with these keys. */
    async places(spaceId: string, keys: string[]): Promise<Map<string, { blobKey: string; type: string }>> {
      if (!keys.length) return new Map()
      const rows = await db
        .select()
        .from(spanFile)
        .where(and(eq(spanFile.spaceId, spaceId), inArray(spanFile.key, keys)))
      return new Map(rows.map(({ key, blobKey, type }) => [key, { blobKey, type }]))
    },
    /** Deletes files that are older than any span that could refer to them. */
    async dropOld(): Promise<void> {
      const rows = await db
        .delete(spanFile)
        .where(lt(spanFile.createdAt, clock.now() - KEPT_MS))
        .returning({ blobKey: spanFile.blobKey })
      for (const { blobKey } of rows) await blobs.delete(blobKey)
    },
  }
}
export type SpanFiles = ReturnType<typeof createSpanFiles>
