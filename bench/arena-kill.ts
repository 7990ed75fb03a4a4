import { runArenaKills } from '../apps/server/src/testing/arena-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** Kills one of two processes in each round, while people vote and the board is computed. */
export async function benchArenaKill(rounds = Number(process.env.ROUNDS ?? 20)) {
  const field = await openKillField({})
  try {
    const { works, wrong } = await runArenaKills(field, rounds)
    report(`${rounds} kill -9, ${works} works`, `${works - wrong.length} whole`, `${works}`, undefined, 'goal: all')
    if (wrong.length) throw new Error(`Arena: ${wrong.join('; ')}`)
  } finally {
    await field.close()
  }
}
