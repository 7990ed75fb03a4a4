import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWeb } from './web-files.ts'

const app = new Hono()
const inline = "document.documentElement.lang = 'en'"
const script = 'export const answer = 42\n'.repeat(100)
let dir: string
beforeAll(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'orrery-web-'))
  mkdirSync(path.join(dir, 'assets'))
  writeFileSync(path.join(dir, 'index.html'), `<title>the studio</title><script>${inline}</script>`)
  writeFileSync(path.join(dir, 'plain.html'), '<title>nothing inline</title><script src="/a.js"></script>')
  writeFileSync(path.join(dir, 'assets/page-1.js'), script)
  writeFileSync(path.join(dir, 'assets/page-1.js.br'), brotliCompressSync(script))
  writeFileSync(path.join(dir, 'assets/letters.woff2'), 'packed already')
  serveWeb(app, dir)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const get = (address: string, headers: Record<string, string> = {}) => app.request(address, { headers })
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a file is sent as compressed by the build, by gzip, or plain, depending on what the browser accepts', async () => {
  const small = await get('/assets/page-1.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(small.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await bytes(small)).toString()).toBe(script)
  const older = await get('/assets/page-1.js', { 'accept-encoding': 'gzip, br;q=0' })
  expect(older.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await bytes(older)).toString()).toBe(script)
  const plain = await get('/assets/page-1.js')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe(script)
  for (const response of [small, older, plain]) expect(response.headers.get('vary')).toBe('accept-encoding')
  const font = await get('/assets/letters.woff2', { 'accept-encoding': 'gzip, br' })
  expect(font.headers.get('content-encoding')).toBeNull()
})

test('assets are cached forever; pages are revalidated and sent only when they changed', async () => {
  const asset = await get('/assets/page-1.js')
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const page = await get('/space/1/develop', { 'accept-encoding': 'gzip' })
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const tag = page.headers.get('etag')!
  const again = await get('/space/1/library', { 'accept-encoding': 'gzip', 'if-none-match': `"older", W/${tag}` })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect(again.headers.get('etag')).toBe(tag)
  expect((await get('/', { 'if-none-match': '"older"' })).status).toBe(200)
})

test('a missing asset is not answered with a page', async () => {
  expect((await get('/assets/page-0.js')).status).toBe(404)
  expect((await get('/assets/..%2f..%2fpackage.json')).status).toBe(404)
})

test('only the scripts that the build wrote into a page may run inline', async () => {
  const scriptsOf = async (address: string) =>
    /script-src ([^;]*)/.exec((await get(address)).headers.get('content-security-policy')!)![1]
  const hash = createHash('sha256').update(inline).digest('base64')
  expect(await scriptsOf('/space/1/develop')).toBe(`'self' 'sha256-${hash}'`)
  expect(await scriptsOf('/plain.html')).toBe("'self'")
})
