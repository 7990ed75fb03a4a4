import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Contract, contract } from '@orrery/contract'
import { createClient, routeTable } from '@orrery/contract/client'
import { startEmbedded } from '../../apps/server/src/kit/postgres/embedded.ts'
import type { KillField } from '../../apps/server/src/testing/channel-kill.ts'
import { freePort, startOrrery } from './processes.ts'

/** Starts server processes on one database and kills them. */
export async function openKillField(env: Record<string, string>): Promise<KillField & { close(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-kill-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  const all = {
    DATABASE_URL: database.url,
    EGRESS_ALLOW: '127.0.0.1',
    REGISTRATION: 'open',
    LOG_LEVEL: 'error',
    ...env,
  }
  return {
    async start() {
      const { url, child } = await startOrrery(dataDir, await freePort(), all)
      const kill = () =>
        new Promise<void>((resolve) => {
          child.once('exit', () => resolve())
          child.kill('SIGKILL')
        })
      return { url, kill }
    },
    client(address) {
      let cookie = ''
      return createClient<Contract>(routeTable(contract), async (target, init) => {
        const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
        const response = await fetch(address + target, { ...init, headers })
        cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
        return response
      })
    },
    async close() {
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
