import { gzipSync } from 'node:zlib'
import { contract } from '@orrery/contract'
import { toOpenApi } from '@orrery/contract/openapi'
import type { Hono } from 'hono'
import { version } from '#version.ts'
import type { Locale } from '../errors.ts'
import type { Infra } from '../infra.ts'
import { answerJson, localeOf, withHeaders } from './answer.ts'
import { acceptsGzip } from './web-files.ts'

/** The health check for supervisors, and the contract as OpenAPI. */
export function serveSystem(app: Hono, { database }: Pick<Infra, 'database'>) {
  app.get('/healthz', (c) => answerJson(c, { code: 0, msg: '', status: 'ok' }))
  app.get('/readyz', async (c) => {
    const isReady = await database.pool.query('SELECT 1').then(
      () => true,
      () => false,
    )
    return answerJson(c, { code: 0, msg: '', status: isReady ? 'ready' : 'database unreachable' }, isReady ? 200 : 503)
  })
  const documents = new Map<Locale, { plain: Buffer; packed: Buffer }>()
  app.get('/openapi.json', (c) => {
    const locale = localeOf(c)
    let document = documents.get(locale)
    if (!document) {
      const plain = Buffer.from(JSON.stringify(toOpenApi(contract, version, locale)))
      document = { plain, packed: gzipSync(plain) }
      documents.set(locale, document)
    }
    const isPacked = acceptsGzip(c)
    const headers = { 'content-type': 'application/json', vary: 'accept-encoding, accept-language' }
    const body = new Uint8Array(isPacked ? document.packed : document.plain)
    return withHeaders(
      c,
      new Response(body, { headers: isPacked ? { ...headers, 'content-encoding': 'gzip' } : headers }),
    )
  })
}
