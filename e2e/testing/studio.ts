import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { build } from 'vite'
import { afterAll } from 'vitest'
import { openTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts'

const web = fileURLToPath(new URL('../../apps/web/', import.meta.url))

export interface Studio extends TestApp {
  address: string
}

/** The whole product as it is shipped: the web app built for production, the real server, a database of its own. */
export async function openStudio(): Promise<Studio> {
  const dist = mkdtempSync(path.join(os.tmpdir(), 'orrery-web-'))
  const before = process.env['NODE_ENV']
  // Tests run as such; the libraries would then bring their development halves along.
  process.env['NODE_ENV'] = 'production'
  await build({ configFile: `${web}vite.config.ts`, mode: 'production', logLevel: 'error', build: { outDir: dist } })
  process.env['NODE_ENV'] = before
  const app = await openTestApp({ config: { webDir: dist } })
  const server = createServer(getRequestListener(app.app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(dist, { recursive: true, force: true })
  })
  return { ...app, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
