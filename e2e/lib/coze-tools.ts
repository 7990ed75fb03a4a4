import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { afterFile } from '../../apps/server/src/testing/after-file.ts'

const entry = path.join(import.meta.dirname, 'coze-tools-page.js')
const source = `import { WsChatClient, WsChatEventNames } from '@coze/api/ws-tools'
Object.assign(globalThis, { WsChatClient, WsChatEventNames })`

/** Serves a site of another origin with the unmodified browser tools of the official client. */
export async function openToolsSite(): Promise<string> {
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    // Ignores warnings about Node modules, which the client never uses in a browser.
    onLog: () => {},
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife' })
  await bundle.close()
  const site = createServer((request, response) => {
    const isScript = request.url === '/main.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? output[0].code : '<!doctype html><button>Call</button><script src="/main.js"></script>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    site.closeAllConnections()
    site.close()
  })
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}
