import { createHash } from 'node:crypto'
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
/** Nothing from other origins, and nothing inline except style attributes and the scripts of the built page itself. */
const policy = [
  "default-src 'self'",
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
/** The policy for files that are not documents; it applies to worker scripts too. */
const partPolicy = "default-src 'self'"
const document = /\.(html|svg)$/
const framedBy = (framers: Framers) =>
  framers === 'none' ? "'none'" : framers === 'any' ? '*' : ["'self'", ...framers].join(' ')
/** Forbids framing by other sites unless `framers` allows it. */
const cspFor = (scripts: string[], framers: Framers) =>
  `${policy}; script-src ${["'self'", ...scripts].join(' ')}; frame-ancestors ${framedBy(framers)}`

/** Sites that may frame a page: a list, any, or none. */
export type Framers = string[] | 'any' | 'none'
/** Pages with an HTML document of their own, outside the studio. */
export interface OwnPages {
  /** Such as `/chat/`; the rest of the path names the page. */
  prefix: string
  file: string
  framers(name: string): Promise<Framers>
}

type Encoding = 'br' | 'gzip'
interface WebFile {
  /** The body as compressed by the build or on demand; uncompressed without an encoding. */
  body(encoding: Encoding | undefined): Buffer<ArrayBuffer>
  encodings: Encoding[]
  type: string
  /** Entity tag, changes with the content. */
  tag: string
  /** Policy sources that allow the inline scripts of a page. */
  scripts: string[]
}

/** Serves the built web app: hashed assets are cached forever, every other page address gets index.html. */
export function serveWeb(app: Hono, dir: string, pages: OwnPages[] = []) {
  const cache = new Map<string, WebFile>()
  const load = (name: string): WebFile | undefined => {
    const known = cache.get(name)
    if (known) return known
    const file = path.join(dir, name)
    if (!file.startsWith(dir + path.sep) || !isFile(file)) return undefined
    const found = openWebFile(file)
    // Misses are not cached: names come from outside and are unlimited.
    cache.set(name, found)
    return found
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
    const isPart = asset !== undefined && !document.test(c.req.path)
    const encoding = found.encodings.find((name) => accepts(c, name))
    const tag = `"${found.tag}${encoding ? `-${encoding}` : ''}"`
    // Pages are revalidated each time; unchanged pages are not sent again.
    const isKnown = tagsOf(c).includes(tag)
    const response = new Response(isKnown ? null : found.body(encoding), {
      status: isKnown ? 304 : 200,
      headers: {
        'content-type': found.type,
        etag: tag,
        'cache-control':
          asset && c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-security-policy': isPart ? partPolicy : cspFor(found.scripts, framers),
        ...(isPart && { 'x-content-type-options': 'nosniff' }),
        vary: 'accept-encoding',
        // Cross-origin module scripts need this header.
        ...(c.req.path.startsWith('/widget/') && { 'access-control-allow-origin': '*' }),
        ...(encoding && !isKnown && { 'content-encoding': encoding }),
      },
    })
    // A page has dozens of assets: document headers would make up a tenth of what it loads.
    if (isPart) return response
    const answer = withHeaders(c, response)
    // The older header cannot list sites: it would forbid framing by the allowed ones too.
    if (framers !== 'none') answer.headers.delete('x-frame-options')
    return answer
  })
}

const isFile = (file: string) => existsSync(file) && statSync(file).isFile()

function openWebFile(file: string): WebFile {
  const bodies = new Map<Encoding | undefined, Buffer<ArrayBuffer>>()
  const isPackable = packable.test(file)
  const pack = (encoding: Encoding | undefined) => {
    if (encoding === 'br') return readFileSync(`${file}.br`)
    const plain = readFileSync(file)
    return encoding === 'gzip' ? gzipSync(plain) : plain
  }
  const content = readFileSync(file)
  const tag = createHash('sha256').update(content).digest('base64url').slice(0, 20)
  return {
    scripts: file.endsWith('.html') ? inlineHashes(content.toString()) : [],
    encodings: [
      ...(isPackable && isFile(`${file}.br`) ? ['br' as const] : []),
      ...(isPackable ? ['gzip' as const] : []),
    ],
    type: types[path.extname(file)] ?? 'application/octet-stream',
    tag,
    // Cached per encoding: browsers hardly ever request a second one.
    body(encoding) {
      const body = bodies.get(encoding) ?? pack(encoding)
      bodies.set(encoding, body)
      return body
    },
  }
}

const inlineHashes = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  )

/** The entity tags that the browser has cached. A proxy may have marked them as weak. */
const tagsOf = (c: Context): string[] =>
  (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

const accepts = (c: Context, encoding: Encoding): boolean =>
  (c.req.header('accept-encoding') ?? '')
    .split(',')
    .some((item) => item.trim().split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(item.trim()))
export const acceptsGzip = (c: Context): boolean => accepts(c, 'gzip')

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
