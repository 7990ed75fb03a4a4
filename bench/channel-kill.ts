import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Contract, contract } from '@orrery/contract'
import { createClient, routeTable } from '@orrery/contract/client'
import { startEmbedded } from '../apps/server/src/kit/postgres/embedded.ts'
import { cleanUp } from '../apps/server/src/testing/after-file.ts'
import { runChannelKills } from '../apps/server/src/testing/channel-kill.ts'
import { freePort, startOrrery } from './lib/processes.ts'
import { report } from './lib/report.ts'

/** One of two processes is killed in each round, at every point of an answer on five platforms. */
export async function benchChannelKill(rounds = Number(process.env.ROUNDS ?? 50)) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-kill-'))
  chmodSync(dataDir, 0o755)
  const database = await startEmbedded(dataDir)
  const env = {
    DATABASE_URL: database.url,
    EGRESS_ALLOW: '127.0.0.1',
    PUBLIC_URL: 'https://bots.example.test',
    REGISTRATION: 'open',
    LOG_LEVEL: 'error',
  }
  try {
    const { events, lost, twice, unfinished, uncertain } = await runChannelKills(
      {
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
    )
    const what = `${rounds} kill -9, ${events} events`
    report(what, `${events - lost.length} answered or shown`, `${events}`, undefined, 'goal: all')
    report(
      'lost, twice, left half',
      `${lost.length}, ${twice.length}, ${unfinished.length}`,
      '0, 0, 0',
      undefined,
      'goal: none',
    )
    report('uncertain, shown to a person', `${uncertain}`, '–', undefined, 'one a round has neither key nor look-up')
    const wrong = [...lost, ...twice, ...unfinished]
    if (wrong.length) throw new Error(`Answers were lost, doubled or left half: ${wrong.join(', ')}`)
  } finally {
    await cleanUp()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
