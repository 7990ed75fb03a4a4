import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { Sources } from '#domains/resources/knowledge/source.service.ts'
import { deskReference as reference, type ReferenceRow } from './desk.table.ts'

export interface ReferenceDeps {
  db: Db
  sources: Pick<Sources, 'fetchPage'>
  egress: Pick<Egress, 'checkUrl'>
  clock: Clock
}
export interface GivenReference {
  url: string
  content: string
  icon: string
  website_name: string
  title: string
  is_user_add: boolean
}
const LATEST = 100
const MAX_TEXT = 200_000
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Web pages that a person uses as references, by URL. They are fetched through the egress guard. */
export function createDeskReferences({ db, sources, egress, clock }: ReferenceDeps) {
  async function read(given: GivenReference, userId: string, isFast: boolean, signal: AbortSignal) {
    const url = egress.checkUrl(given.url)
    const isNeeded = isFast ? !given.title : !given.content
    const page = isNeeded ? await sources.fetchPage(url.href, signal) : undefined
    const isText = page !== undefined && /^(md|txt|json|csv)$/.test(page.extension)
    return {
      userId,
      url: url.href,
      title: storable(given.title || page?.title || url.hostname).slice(0, 300),
      site: given.website_name || url.hostname,
      icon: given.icon || new URL('/favicon.ico', url).href,
      content: storable(given.content || (isText && !isFast ? page.bytes.toString('utf8') : '')).slice(0, MAX_TEXT),
      isUserAdd: given.is_user_add,
      updatedAt: clock.now(),
    } satisfies ReferenceRow
  }
  return {
    /** Saves all references, or none: the error names the first page that cannot be read. */
    async save(userId: string, list: GivenReference[], isFast: boolean, signal: AbortSignal): Promise<ReferenceRow[]> {
      const rows: ReferenceRow[] = []
      for (const given of list) rows.push(await read(given, userId, isFast, signal))
      const unique = [...new Map(rows.map((row) => [row.url, row])).values()]
      if (unique.length)
        await db
          .insert(reference)
          .values(unique)
          .onConflictDoUpdate({
            target: [reference.userId, reference.url],
            set: {
              title: sql`excluded.title`,
              site: sql`excluded.site`,
              icon: sql`excluded.icon`,
              // Keep the stored text if only the title was fetched.
              content: sql`CASE WHEN excluded.content = '' THEN ${reference.content} ELSE excluded.content END`,
              isUserAdd: sql`excluded.is_user_add`,
              updatedAt: sql`excluded.updated_at`,
            },
          })
      return rows
    },
    list: (userId: string, urls: string[]): Promise<ReferenceRow[]> =>
      db
        .select()
        .from(reference)
        .where(and(eq(reference.userId, userId), urls.length ? inArray(reference.url, urls) : undefined))
        .orderBy(desc(reference.updatedAt), reference.url)
        .limit(LATEST),
  }
}
export type DeskReferences = ReturnType<typeof createDeskReferences>
