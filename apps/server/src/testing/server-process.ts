import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Contract, contract } from '@orrery/contract'
import { createClient, routeTable } from '@orrery/contract/client'
import pg from 'pg'
import { rootDir } from '#kit/config.ts'
import type { Api } from './test-app.ts'
import { createTestDatabase } from './test-database.ts'

/**
 * `npm test` builds the server first and sets this variable. Otherwise the sources are run, which take four times as
 * long to load.
 */
const entry = process.env.TEST_BUILT_SERVER ? 'apps/server/dist/main.js' : 'apps/server/src/main.ts'

interface ServerProcess {
  url: string
  kill(): Promise<void>
  /** Requests shutdown, and returns the exit code. */
  stop(): Promise<number | null>
}

/**
 * Real server processes, one after the other, on one database: started as users start them, and killed as in a crash.
 */
export async function openProcesses(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-process-'))
  const running = new Set<ChildProcess>()
  const close = async () => {
    for (const child of running) child.kill('SIGKILL')
    await pool.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const url = await createTestDatabase({ close })
  const pool = new pg.Pool({ connectionString: url, max: 2 })

  return {
    pool,
    async start(): Promise<ServerProcess> {
      const child = spawn(process.execPath, [path.join(rootDir, entry)], {
        cwd: rootDir,
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: url,
          DATA_DIR: dataDir,
          PORT: '0',
          REGISTRATION: 'open',
          ...env,
          NODE_OPTIONS: '--no-node-snapshot --disable-warning=ExperimentalWarning',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running.add(child)
      const address = await new Promise<string>((resolve, reject) => {
        let output = ''
        // Drain the log: a server whose output pipe is full would block.
        child.stdout!.on('data', (chunk: Buffer) => {
          output = (output + chunk.toString()).slice(-10_000)
          const found = /ready at (http:\/\/[\d.:]+)/.exec(output)?.[1]
          if (found) resolve(found)
        })
        child.on('exit', () => reject(new Error(`the server did not start: ${output}`)))
      })
      const end = (signal: NodeJS.Signals) =>
        new Promise<number | null>((resolve) => {
          child.once('exit', resolve)
          child.kill(signal)
          running.delete(child)
        })
      return {
        url: address,
        kill: async () => void (await end('SIGKILL')),
        stop: () => end('SIGTERM'),
      }
    },
    client(address: string): Api {
      let cookie = ''
      return createClient<Contract>(routeTable(contract), async (target, init) => {
        const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
        const response = await fetch(address + target, { ...init, headers })
        cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
        return response
      })
    },
  }
}
