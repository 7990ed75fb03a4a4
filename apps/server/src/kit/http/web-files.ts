import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Context, Hono } from 'hono'
import { withHeaders } from './answer.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.map': 'application/json',
  '.ts': 'text/plain; charset=utf-8',
}
const packable = /\.(html|js|css|svg|json|map|wasm)$/
/** Nothing from elsewhere, nothing inline but style attributes, never inside a foreign frame unless it is said. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')
const framedBy = (framers: Framers) =>
  framers === 'none' ? "'none'" : framers === 'any' ? '*' : ["'self'", ...framers].join(' ')
const cspFor = (framers: Framers) => `${policy}; frame-ancestors ${framedBy(framers)}`

/** Sites that may frame a page: a list, any, or none. */
export type Framers = string[] | 'any' | 'none'
/** Pages that are a document of their own, without the studio. */
export interface OwnPages {
  /** `/chat/`: what follows names the page. */
  prefix: string
  file: string
  framers(name: string): Promise<Framers>
}

interface Packed {
  plain: Buffer
  gzip?: Buffer
  type: string
}

/** Serves the built web app: hashed assets for ever, every other page address with index.html. */
export function serveWeb(app: Hono, dir: string, pages: OwnPages[] = []) {
  const cache = new Map<string, Packed | undefined>()
  const load = (name: string): Packed | undefined => {
    if (cache.has(name)) return cache.get(name)
    const file = path.join(dir, name)
    const isInside = file.startsWith(dir + path.sep) && existsSync(file) && statSync(file).isFile()
    const plain = isInside ? readFileSync(file) : undefined
    const packed = plain && {
      plain,
      gzip: packable.test(name) ? gzipSync(plain) : undefined,
      type: types[path.extname(name)] ?? 'application/octet-stream',
    }
    // A miss is not kept: names come from outside and are without end.
    if (packed) cache.set(name, packed)
    return packed
  }
  app.get('*', async (c, next) => {
    if (/^\/(api|v1|v3|open_api|open-api|open-apis)(\/|$)/.test(c.req.path)) return next()
    const own = pages.find(({ prefix }) => c.req.path.startsWith(prefix))
    const asset = own ? undefined : load(decodeSafely(c.req.path).slice(1))
    const found =
      asset ??
      (path.extname(c.req.path) && c.req.path.startsWith('/assets/') ? undefined : load(own?.file ?? 'index.html'))
    if (!found) return next()
    const framers = own ? await own.framers(decodeSafely(c.req.path).slice(own.prefix.length)) : 'none'
    const useGzip = found.gzip !== undefined && acceptsGzip(c)
    const response = new Response(new Uint8Array(useGzip ? found.gzip! : found.plain), {
      headers: {
        'content-type': found.type,
        'cache-control':
          asset && c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-security-policy': cspFor(framers),
        vary: 'accept-encoding',
        // Modules are fetched across origins only where it is allowed.
        ...(c.req.path.startsWith('/widget/') && { 'access-control-allow-origin': '*' }),
        ...(useGzip && { 'content-encoding': 'gzip' }),
      },
    })
    const answer = withHeaders(c, response)
    // The older header knows no list of sites: where some may, it would forbid all.
    if (framers !== 'none') answer.headers.delete('x-frame-options')
    return answer
  })
}

export const acceptsGzip = (c: Context): boolean => /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
