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
/** Nothing from elsewhere, nothing inline but style attributes and the scripts of the built page itself. */
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
/** Scripts of workers are under it too; what is no document needs no more of it. */
const partPolicy = "default-src 'self'"
const document = /\.(html|svg)$/
const framedBy = (framers: Framers) =>
  framers === 'none' ? "'none'" : framers === 'any' ? '*' : ["'self'", ...framers].join(' ')
/** Never inside a foreign frame unless it is said. */
const cspFor = (scripts: string[], framers: Framers) =>
  `${policy}; script-src ${["'self'", ...scripts].join(' ')}; frame-ancestors ${framedBy(framers)}`

/** Sites that may frame a page: a list, any, or none. */
export type Framers = string[] | 'any' | 'none'
/** Pages that are a document of their own, without the studio. */
export interface OwnPages {
  /** `/chat/`: what follows names the page. */
  prefix: string
  file: string
  framers(name: string): Promise<Framers>
}

type Encoding = 'br' | 'gzip'
interface WebFile {
  /** What the build packed, or what is packed now; without an encoding the file as it is. */
  body(encoding: Encoding | undefined): Buffer<ArrayBuffer>
  encodings: Encoding[]
  type: string
  /** Changes with the content. */
  tag: string
  /** Sources of the policy that allow the scripts written into a page. */
  scripts: string[]
}

/** Serves the built web app: hashed assets for ever, every other page address with index.html. */
export function serveWeb(app: Hono, dir: string, pages: OwnPages[] = []) {
  const cache = new Map<string, WebFile>()
  const load = (name: string): WebFile | undefined => {
    const known = cache.get(name)
    if (known) return known
    const file = path.join(dir, name)
    if (!file.startsWith(dir + path.sep) || !isFile(file)) return undefined
    const found = openWebFile(file)
    // A miss is not kept: names come from outside and are without end.
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
    // Pages are asked for again each time; as long as they are the same nothing is sent.
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
        // Modules are fetched across origins only where it is allowed.
        ...(c.req.path.startsWith('/widget/') && { 'access-control-allow-origin': '*' }),
        ...(encoding && !isKnown && { 'content-encoding': encoding }),
      },
    })
    // A page has dozens of parts: headers that concern documents would be a tenth of what it loads.
    if (isPart) return response
    const answer = withHeaders(c, response)
    // The older header knows no list of sites: where some may, it would forbid all.
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
    // Kept in the form that browsers ask for: hardly any of them wants two.
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

/** The versions that the browser has. A proxy may have marked them as weak. */
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
