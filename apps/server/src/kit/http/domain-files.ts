import type { Hono } from 'hono'
import { withHeaders } from './answer.ts'

/** Small text files at the root by which other platforms verify that somebody here owns the domain. */
export function serveDomainFiles(app: Hono, find: (host: string, name: string) => Promise<string | undefined>) {
  app.get(String.raw`/:name{[A-Za-z0-9_-]+\.txt}`, async (c, next) => {
    const text = await find(c.req.header('host') ?? '', c.req.param('name') ?? '')
    if (text === undefined) return next()
    return withHeaders(c, new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } }))
  })
}
