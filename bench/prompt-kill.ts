import { runPromptKills } from '../apps/server/src/testing/prompt-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** One of two processes is killed in each round, during releases, batches, optimisation and autosave. */
export async function benchPromptKill(rounds = Number(process.env.ROUNDS ?? 20)) {
  const field = await openKillField({})
  try {
    const { works, wrong } = await runPromptKills(field, rounds)
    report(`${rounds} kill -9, ${works} works`, `${works - wrong.length} whole`, `${works}`, undefined, 'goal: all')
    if (wrong.length) throw new Error(`Prompts: ${wrong.join('; ')}`)
  } finally {
    await field.close()
  }
}
