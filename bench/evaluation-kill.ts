import { runEvaluationKills } from '../apps/server/src/testing/evaluation-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** Kills one of two processes in each round, during experiments, retries, write-backs and generation. */
export async function benchEvaluationKill(rounds = Number(process.env.ROUNDS ?? 20)) {
  const field = await openKillField({})
  try {
    const { works, wrong } = await runEvaluationKills(field, rounds)
    report(`${rounds} kill -9, ${works} works`, `${works - wrong.length} whole`, `${works}`, undefined, 'goal: all')
    if (wrong.length) throw new Error(`Evaluation: ${wrong.join('; ')}`)
  } finally {
    await field.close()
  }
}
