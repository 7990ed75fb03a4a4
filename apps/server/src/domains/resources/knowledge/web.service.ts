import { WebStatus } from '@orrery/contract'
import { and, eq, inArray, lte, or } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { knowledgeWeb as web, type WebRow } from './knowledge.table.ts'
import { toProblem } from './problem.ts'
import type { Sources } from './source.service.ts'

export interface WebDeps {
  db: Db
  sources: () => Pick<Sources, 'fetchPage'>
  egress: Egress
  newId: NewId
  clock: Clock
  wake(): Promise<void>
}
const LEASE_MS = 120_000
const MAX_TEXT = 2_000_000
const MAX_LISTED = 50
const MAX_MAPS = 5

/** Submitted web pages: fetched in the background, reviewed and perhaps edited, then imported. */
export function createWebService({ db, sources, egress, newId, clock, wake }: WebDeps) {
  const own = (ids: string[], userId: string): Promise<WebRow[]> =>
    db
      .select()
      .from(web)
      .where(and(or(inArray(web.id, ids), inArray(web.parentId, ids)), eq(web.userId, userId)))
  async function claim(): Promise<WebRow | undefined> {
    const next = db
      .select({ id: web.id })
      .from(web)
      .where(and(eq(web.status, WebStatus.handling), lte(web.leaseUntil, clock.now())))
      .limit(1)
      .for('update', { skipLocked: true })
    return (
      await db
        .update(web)
        .set({ leaseUntil: clock.now() + LEASE_MS })
        .where(inArray(web.id, next))
        .returning()
    )[0]
  }
  async function fetchOne(row: WebRow, signal: AbortSignal) {
    const page = await sources().fetchPage(row.url, signal)
    const isText = page.extension === 'md' || page.extension === 'txt'
    const content = isText ? page.bytes.toString('utf8').replaceAll('\u0000', '').slice(0, MAX_TEXT) : ''
    await db
      .update(web)
      .set({
        status: WebStatus.finished,
        content,
        title: row.title || page.title.slice(0, 200) || row.url,
        leaseUntil: 0,
      })
      .where(eq(web.id, row.id))
    if (row.parentId || (!row.subpages && !page.isSitemap)) return
    const below = page.isSitemap
      ? await listedPages(page.url, page.links, row.subpages || MAX_LISTED, signal)
      : linksBelow(page.url, page.links).slice(0, row.subpages)
    if (below.length)
      await db.insert(web).values(
        below.map((url) => ({
          id: newId(),
          userId: row.userId,
          parentId: row.id,
          url,
          format: row.format,
          createdAt: clock.now(),
        })),
      )
  }
  /** Pages of the site that its sitemap lists, including those of a few nested sitemaps. */
  async function listedPages(from: string, links: string[], most: number, signal: AbortSignal): Promise<string[]> {
    const own = (link: string) => URL.canParse(link) && new URL(link).origin === new URL(from).origin
    const found = new Set<string>()
    let maps = 0
    for (const link of links.filter(own)) {
      if (found.size >= most) break
      if (!/\.xml$/i.test(new URL(link).pathname)) found.add(link)
      else if ((maps += 1) <= MAX_MAPS)
        for (const item of (await sources().fetchPage(link, signal)).links.filter(own)) found.add(item)
    }
    return [...found].slice(0, most)
  }
  return {
    async submit(
      userId: string,
      input: { url: string; subpages?: number; format?: number; title?: string },
    ): Promise<string> {
      egress.checkUrl(input.url)
      const id = newId()
      await db.insert(web).values({
        id,
        userId,
        url: input.url,
        title: input.title ?? '',
        subpages: input.subpages ?? 0,
        format: input.format ?? 0,
        createdAt: clock.now(),
      })
      await wake()
      return id
    },
    async get(ids: string[], userId: string): Promise<{ page: WebRow; below: WebRow[] }[]> {
      const rows = await own(ids, userId)
      return rows
        .filter((row) => ids.includes(row.id))
        .map((page) => ({ page, below: rows.filter((row) => row.parentId === page.id) }))
    },
    async find(id: string, userId: string): Promise<WebRow | undefined> {
      return (await own([id], userId)).find((row) => row.id === id)
    },
    async edit(id: string, userId: string, content: string) {
      const found = await db
        .update(web)
        .set({ content })
        .where(and(eq(web.id, id), eq(web.userId, userId)))
        .returning({ id: web.id })
      if (!found.length) throw errors.notFound({ what: 'page' })
    },
    async remove(id: string, userId: string) {
      const found = await db
        .delete(web)
        .where(and(eq(web.id, id), eq(web.userId, userId)))
        .returning({ id: web.id })
      if (!found.length) throw errors.notFound({ what: 'page' })
    },
    async fetchWaiting(signal: AbortSignal) {
      for (let row = await claim(); row && !signal.aborted; row = await claim()) {
        const { id } = row
        await fetchOne(row, signal).catch(async (cause: unknown) => {
          await db
            .update(web)
            .set({ status: WebStatus.failed, problem: toProblem(cause), leaseUntil: 0 })
            .where(eq(web.id, id))
        })
      }
    },
  }
}
export type WebService = ReturnType<typeof createWebService>

/** Pages of the same site at or below the folder of this one. */
function linksBelow(from: string, links: string[]): string[] {
  const base = new URL(from)
  const folder = base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1)
  const found = new Set<string>()
  for (const link of links) {
    if (!URL.canParse(link, from)) continue
    const url = new URL(link, from)
    url.hash = ''
    if (url.origin === base.origin && url.pathname.startsWith(folder) && url.href !== from) found.add(url.href)
  }
  return [...found]
}
