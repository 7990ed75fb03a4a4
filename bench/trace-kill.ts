import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Contract, contract } from '@orrery/contract'
import { createClient, routeTable } from '@orrery/contract/client'
import pg from 'pg'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { cleanUp } from '../apps/server/src/testing/after-file.ts'
import { runMigrationKills } from '../apps/server/src/testing/migration-kill.ts'
import { runTraceKills } from '../apps/server/src/testing/trace-kill.ts'
import { freePort, root, startOrrery, untilReady } from './lib/processes.ts'
import { report } from './lib/report.ts'

/** Kills one or both servers at random during ingest, roll-up, forwarding, export and conversion of spans to rows. */
export async function benchTraceKill(rounds = Number(process.env.ROUNDS ?? 20)) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-trace-kill-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  const env = { DATABASE_URL: database.url, EGRESS_ALLOW: '127.0.0.1', REGISTRATION: 'open', LOG_LEVEL: 'error' }
  try {
    const { acknowledged, ...faults } = await runTraceKills(
      {
        pool,
        async start() {
          const { url, child } = await startOrrery(dataDir, await freePort(), env)
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
      },
      rounds,
      { isPatient: true },
    )
    report(`${rounds} kill -9, spans acknowledged`, `${acknowledged}`, '–', undefined, 'goal: each there once')
    for (const [fault, list] of Object.entries(faults))
      report(`  ${fault}`, `${list.length}`, '0', undefined, 'goal: none')
    const wrong = [...Object.values(faults).flat(), ...(await migrations(dataDir, database.url, rounds))]
    if (wrong.length) throw new Error(`Spans were lost, doubled or left half: ${wrong.slice(0, 10).join(', ')}`)
  } finally {
    await pool.end()
    await cleanUp()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Kills servers while they migrate traces of an older version to the store of spans. */
async function migrations(dataDir: string, url: string, rounds: number): Promise<string[]> {
  const admin = new pg.Client({ connectionString: url.replace('/orrery?', '/postgres?') })
  await admin.connect()
  await admin.query('CREATE DATABASE before_spans')
  await admin.end()
  const old = url.replace('/orrery?', '/before_spans?')
  const wrong = await runMigrationKills(
    {
      url: old,
      start() {
        const child = spawn(process.execPath, [path.join(root, 'apps/server/dist/main.js')], {
          env: { ...process.env, PORT: '8973', DATA_DIR: dataDir, DATABASE_URL: old, LOG_LEVEL: 'fatal' },
          stdio: 'ignore',
        })
        const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
        return {
          ready: untilReady('http://127.0.0.1:8973', 120_000),
          async kill() {
            child.kill('SIGKILL')
            await ended
          },
        }
      },
    },
    rounds,
  )
  report(`${rounds} kill -9 while old traces are moved`, `${wrong.length}`, '0', undefined, 'goal: none wrong')
  return wrong
}
