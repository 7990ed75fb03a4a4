import { runVersionKills } from '../apps/server/src/testing/version-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** Kills one of two processes in each round, during publishing, rule changes, merges, submissions and rollbacks. */
export async function benchDevopsKill(rounds = Number(process.env.ROUNDS ?? 20)) {
  const field = await openKillField({})
  try {
    const { works, wrong } = await runVersionKills(field, rounds)
    report(`${rounds} kill -9, ${works} works`, `${works - wrong.length} whole`, `${works}`, undefined, 'goal: all')
    if (wrong.length) throw new Error(`Versions of bots: ${wrong.join('; ')}`)
  } finally {
    await field.close()
  }
}
