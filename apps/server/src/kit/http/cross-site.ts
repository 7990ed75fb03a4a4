import type { Context } from 'hono'
import { errors } from '../errors.ts'
import { headerOf } from './answer.ts'

/** A write with a cookie must come from our own pages: foreign sites can send neither the marker nor our Origin. */
export function guardCrossSite(c: Context, publicUrl: string) {
  if (headerOf(c, 'x-requested-with') !== 'XMLHttpRequest') throw errors.crossSite()
  guardOrigin(c, publicUrl)
}
/** A stream opened with a cookie stays open and uses resources, so it is restricted to our own pages as well. */
export function guardOrigin(c: Context, publicUrl: string) {
  const origin = headerOf(c, 'origin')
  if (origin !== undefined && !isOwnOrigin(origin, headerOf(c, 'host'), publicUrl)) throw errors.crossSite()
  const site = headerOf(c, 'sec-fetch-site')
  if (site === 'cross-site') throw errors.crossSite()
}

export function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.origin === new URL(publicUrl).origin || (host !== undefined && url.host === host)
}
