import { runLiteKills } from '../apps/server/src/testing/lite-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** Kills one of two processes per round, while questions are generated, a check-up runs and 10 x 3 are compared. */
export async function benchLiteKill(rounds = Number(process.env.ROUNDS ?? 20)) {
  const field = await openKillField({})
  try {
    const { works, wrong } = await runLiteKills(field, rounds)
    report(`${rounds} kill -9, ${works} works`, `${works - wrong.length} whole`, `${works}`, undefined, 'goal: all')
    if (wrong.length) throw new Error(`Check-ups and comparisons: ${wrong.join('; ')}`)
  } finally {
    await field.close()
  }
}
