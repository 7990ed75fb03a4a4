import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { listenerFor } from '#kit/http/direct.ts'
import { acceptSockets } from '#kit/ws/upgrade.ts'
import { afterFile } from './after-file.ts'
import type { TestApp } from './test-app.ts'

/** Serves the app on a real port, for clients that bring their own HTTP. Returns the address. */
export async function listening(t: Pick<TestApp, 'app' | 'direct'>): Promise<string> {
  const router = getRequestListener(t.app.fetch, { overrideGlobalObjects: false })
  const server = createServer(listenerFor(t.direct, router))
  // Client and server share this process. While it is busy, an idle connection would exceed a short timeout and be
  // closed just before it is reused.
  server.keepAliveTimeout = 120_000
  acceptSockets(server, t.app.fetch)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
