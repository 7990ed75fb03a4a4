import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { listenerFor } from '#kit/http/direct.ts'
import { acceptSockets } from '#kit/ws/upgrade.ts'
import { afterFile } from './after-file.ts'
import type { TestApp } from './test-app.ts'

/** The test's app on a real port of this machine, for clients that bring their own HTTP. The address it listens at. */
export async function listening(t: Pick<TestApp, 'app' | 'direct'>): Promise<string> {
  const router = getRequestListener(t.app.fetch, { overrideGlobalObjects: false })
  const server = createServer(listenerFor(t.direct, router))
  // Client and server share this process: while it is busy, a connection that is about to be used again would be closed for its age.
  server.keepAliveTimeout = 120_000
  acceptSockets(server, t.app.fetch)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
