import { compareGray, runPromptKills } from '../apps/server/src/testing/prompt-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** Kills one of two processes in each round, during releases, batches, optimisation and autosave. */
export async function benchPromptKill(rounds = Number(process.env.ROUNDS ?? 20)) {
  const field = await openKillField({})
  try {
    const { works, wrong } = await runPromptKills(field, rounds)
    report(`${rounds} kill -9, ${works} works`, `${works - wrong.length} whole`, `${works}`, undefined, 'goal: all')
    const { users, inGray, differ } = await compareGray(field, 10_000)
    report(`gray for ${users} users in two processes`, `${differ} differ`, `${inGray} in gray`, undefined, 'goal: none')
    if (differ) throw new Error(`Prompts: two processes differ about ${differ} users`)
    if (wrong.length) throw new Error(`Prompts: ${wrong.join('; ')}`)
  } finally {
    await field.close()
  }
}
