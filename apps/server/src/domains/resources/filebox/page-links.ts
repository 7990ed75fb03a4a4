import { PageKind } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { FileRow } from './filebox.table.ts'

const WEEK = 7 * 24 * 3600_000
interface Page {
  kind: number
  id: string
  botId: string
}

/** Signed links to the page of a file or an album; they work for anyone until they expire. */
export function createPageLinks(secrets: Secrets, clock: Clock, publicUrl: string) {
  const textOf = ({ kind, id, botId }: Page, expires: string) => `filebox\n${kind}\n${id}\n${botId}\n${expires}`
  return {
    make(page: Page): string {
      const expires = String(clock.now() + WEEK)
      const query = new URLSearchParams({
        obj_type: String(page.kind),
        dpid: page.id,
        bid: page.botId,
        cid: '0',
        expires,
        signature: secrets.sign(textOf(page, expires)),
      })
      return `${publicUrl}/filebox?${query}`
    },
    check: (page: Page, expires: string, signature: string): boolean =>
      /^\d{1,16}$/.test(expires) && Number(expires) > clock.now() && secrets.verify(textOf(page, expires), signature),
  }
}
/** The page of a file; its kind decides how the page shows it. */
export const pageOf = (row: FileRow): Page => ({
  kind: row.kind >= PageKind.image && row.kind <= PageKind.document ? row.kind : PageKind.other,
  id: row.id,
  botId: row.botId,
})
export type PageLinks = ReturnType<typeof createPageLinks>
