import type { Context } from 'hono'
import { errors } from '../errors.ts'

/** A write made with a cookie must come from our own pages: a foreign site can send the cookie, but not the marker, nor our Origin. */
export function guardCrossSite(c: Context, publicUrl: string) {
  if (c.req.header('x-requested-with') !== 'XMLHttpRequest') throw errors.crossSite()
  const origin = c.req.header('origin')
  if (origin !== undefined && !isOwnOrigin(origin, c.req.header('host'), publicUrl)) throw errors.crossSite()
  const site = c.req.header('sec-fetch-site')
  if (site === 'cross-site') throw errors.crossSite()
}

export function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.origin === new URL(publicUrl).origin || (host !== undefined && url.host === host)
}
