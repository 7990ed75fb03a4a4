import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterFile } from '../../apps/server/src/testing/after-file.ts'
import { acceptSockets } from '../../apps/server/src/kit/ws/upgrade.ts'
import { openTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts'

export interface Studio extends TestApp {
  address: string
}

type Config = NonNullable<Parameters<typeof openTestApp>[0]>['config']

/**
 * Starts the product inside the test process, so that tests can move its clock and call its services. Serves the built
 * web app. For tests about the process itself (restarts, kills), use openStudio of studio.ts.
 */
export async function openStudioHere(config: Config | ((address: string) => Config) = {}): Promise<Studio> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const app = await openTestApp({
    config: {
      ...(typeof config === 'function' ? config(address) : config),
      webDir: process.env.WEB_DIR ?? path.resolve(import.meta.dirname, '../../apps/web/dist'),
    },
  })
  const listen = getRequestListener(app.app.fetch, { overrideGlobalObjects: false })
  acceptSockets(server, app.app.fetch)
  server.on('request', (request, response) => void listen(request, response))
  afterFile(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { ...app, address }
}
