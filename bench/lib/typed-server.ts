import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Contract, contract } from '@orrery/contract'
import { createClient, routeTable } from '@orrery/contract/client'
import { startOrrery } from './processes.ts'

/** Starts a server, and creates typed clients for it. */
export async function openTypedServer(port: number, env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'))
  chmodSync(dataDir, 0o755)
  const server = await startOrrery(dataDir, port, { REGISTRATION: 'open', EGRESS_ALLOW: '127.0.0.1', ...env })
  return {
    url: server.url,
    pid: server.child.pid!,
    client() {
      let cookie = ''
      const api = createClient<Contract>(routeTable(contract), async (target, init) => {
        const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
        const response = await fetch(server.url + target, { ...init, headers })
        cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
        return response
      })
      return { api, cookie: () => cookie }
    },
    async close() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type TypedApi = ReturnType<Awaited<ReturnType<typeof openTypedServer>>['client']>['api']
