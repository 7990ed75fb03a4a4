import { sql } from 'drizzle-orm'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'

export interface CardFileDeps {
  db: Db
  uploads: Pick<UploadService, 'find'>
  blobs: Blobs
  links: FileLinks
}
const MAX_DATA_BYTES = 2 * 1024 * 1024
const keyRule = /^upload\/\d{1,19}\/[0-9a-f]{48}(\.[a-z0-9]{1,8})?$/

/** Files of cards: a person's own, and those that cards of the person's spaces name. */
export function createCardFiles({ db, uploads, blobs, links }: CardFileDeps) {
  async function isNamed(key: string, userId: string): Promise<boolean> {
    const { rows } = await db.execute(sql`
      SELECT 1 FROM resource r JOIN space_member m ON m.space_id = r.space_id AND m.user_id = ${userId}
      WHERE r.kind = 'card' AND (
        EXISTS (SELECT FROM card c WHERE c.id = r.id AND strpos(c.design::text, ${key}) > 0)
        OR EXISTS (SELECT FROM card_version v WHERE v.card_id = r.id AND strpos(v.design::text, ${key}) > 0)) LIMIT 1`)
    return rows.length > 0
  }
  return {
    /** A key, or a link of ours. What may not be read does not exist. */
    async read(nameOrLink: string, userId: string, needsData: boolean) {
      const key = links.keyIn(nameOrLink) ?? nameOrLink
      const mayRead =
        keyRule.test(key) && ((await uploads.find(key, userId)) !== undefined || (await isNamed(key, userId)))
      const blob = mayRead ? await blobs.get(key) : undefined
      if (!blob) throw errors.notFound({ what: 'file' })
      const isSmall = blob.size <= MAX_DATA_BYTES
      return {
        url: links.make(key),
        contentType: blob.contentType,
        data: needsData && isSmall ? Buffer.from(await blob.bytes()).toString('base64') : '',
      }
    },
  }
}
export type CardFiles = ReturnType<typeof createCardFiles>
