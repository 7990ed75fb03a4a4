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

const linksIn = (text: string) => text.match(/\/api\/file\/[^\s"'()<>\\]+/g) ?? []

/** Files of cards: the user's own, and those that cards in the user's spaces refer to. */
export function createCardFiles({ db, uploads, blobs, links }: CardFileDeps) {
  /**
   * A card makes a file available to its space if it contains a valid signed link, or the key of a file that a member
   * of the space uploaded. Any other key proves nothing: keys are visible in every link, including expired ones and
   * those of other spaces.
   */
  async function isNamed(key: string, userId: string): Promise<boolean> {
    const { rows } = await db.execute<{ design: string; is_own: boolean }>(sql`
      WITH named AS (
        SELECT r.space_id, d.design FROM resource r
        JOIN space_member m ON m.space_id = r.space_id AND m.user_id = ${userId}
        JOIN (SELECT id, design::text FROM card UNION ALL SELECT card_id, design::text FROM card_version) d ON d.id = r.id
        WHERE r.kind = 'card' AND strpos(d.design, ${key}) > 0)
      SELECT design, EXISTS (
        SELECT FROM upload u JOIN space_member o ON o.user_id = u.user_id AND o.space_id = named.space_id
        WHERE u.key = ${key}) AS is_own
      FROM named`)
    return rows.some(({ design, is_own }) => is_own || linksIn(design).some((link) => links.keyIn(link) === key))
  }
  return {
    /** Reads a file by key or by signed link. Files that the user may not read count as not found. */
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
