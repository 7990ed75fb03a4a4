import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const web = fileURLToPath(new URL('../../../', import.meta.url))
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** As strict as the policy of the server, so that a component that needs more fails here first. */
const policy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'"

export interface Served {
  address: string
  close: () => Promise<void>
}

/** Builds the gallery as for production and serves it from memory. */
export async function serveGallery(): Promise<Served> {
  const built = await build({
    configFile: `${web}vite.config.ts`,
    mode: 'gallery',
    logLevel: 'error',
    build: { write: false },
  })
  const files = new Map<string, string | Uint8Array>()
  for (const file of [built].flat().flatMap((item) => ('output' in item ? item.output : []))) {
    files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)
  }
  for (const name of ['before-paint.js', 'favicon.svg']) files.set(`/${name}`, await readFile(`${web}public/${name}`))

  const server = createServer((request, response) => {
    const path = request.url === '/dev/gallery' ? '/gallery.html' : (request.url ?? '/')
    const body = files.get(path)
    if (body === undefined) return response.writeHead(404).end()
    return response
      .writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain', 'content-security-policy': policy })
      .end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dev/gallery`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
