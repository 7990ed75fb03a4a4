import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import { type Blobs, BlobKeyError } from '../blobs/blobs.ts'
import { errors } from '../errors.ts'
import type { FileLinks } from '../file-links.ts'
import { withHeaders } from './answer.ts'

/** Types that a browser may display within our origin; all others are downloads. */
const inline = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'audio/mpeg',
  'audio/wav',
  'audio/ogg',
  'video/mp4',
  'video/webm',
])

/** Serves blobs under signed links. Files that ship with the product are created on first request (`prepare`). */
export function serveFiles(app: Hono, blobs: Blobs, links: FileLinks, prepare: (key: string) => Promise<unknown>) {
  app.get('/api/file/:key{.+}', async (c) => {
    const key = c.req.param('key')
    if (!links.check(key, c.req.query('expires') ?? '', c.req.query('sig') ?? '')) throw errors.noAccess()
    await prepare(key)
    const blob = await blobs.get(key).catch((cause: unknown) => {
      if (cause instanceof BlobKeyError) return undefined
      throw cause
    })
    if (!blob) throw errors.notFound({ what: 'file' })
    const mayShow = inline.has(blob.contentType)
    const response = new Response(Readable.toWeb(blob.stream()) as ReadableStream, {
      headers: {
        'content-type': mayShow ? blob.contentType : 'application/octet-stream',
        'content-length': String(blob.size),
        'content-disposition': mayShow ? 'inline' : 'attachment',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=86400',
      },
    })
    return withHeaders(c, response)
  })
}
