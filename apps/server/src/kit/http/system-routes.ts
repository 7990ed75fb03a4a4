import { gzipSync } from 'node:zlib'
import { contract } from '@orrery/contract'
import { toOpenApi } from '@orrery/contract/openapi'
import type { Hono } from 'hono'
import { version } from '#version.ts'
import type { Infra } from '../infra.ts'
import { answerJson, withHeaders } from './answer.ts'
import { acceptsGzip } from './web-files.ts'

/** Health for supervisors, the contract for readers. */
export function serveSystem(app: Hono, { database }: Pick<Infra, 'database'>) {
  app.get('/healthz', (c) => answerJson(c, { code: 0, msg: '', status: 'ok' }))
  app.get('/readyz', async (c) => {
    const isReady = await database.pool.query('SELECT 1').then(
      () => true,
      () => false,
    )
    return answerJson(c, { code: 0, msg: '', status: isReady ? 'ready' : 'database unreachable' }, isReady ? 200 : 503)
  })
  let document: { plain: Buffer; packed: Buffer } | undefined
  app.get('/openapi.json', (c) => {
    if (!document) {
      const plain = Buffer.from(JSON.stringify(toOpenApi(contract, version)))
      document = { plain, packed: gzipSync(plain) }
    }
    const isPacked = acceptsGzip(c)
    const headers = { 'content-type': 'application/json', vary: 'accept-encoding' }
    const body = new Uint8Array(isPacked ? document.packed : document.plain)
    return withHeaders(
      c,
      new Response(body, { headers: isPacked ? { ...headers, 'content-encoding': 'gzip' } : headers }),
    )
  })
}
