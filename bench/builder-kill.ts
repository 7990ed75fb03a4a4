import { cleanUp } from '../apps/server/src/testing/after-file.ts'
import { runBuilderKills } from '../apps/server/src/testing/builder-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** Kills one of two processes in each round, during edits, publishing, agent work, package builds and translation. */
export async function benchBuilderKill(rounds = Number(process.env.ROUNDS ?? 20)) {
  const field = await openKillField({})
  try {
    const { works, edits, wrong } = await runBuilderKills(field, rounds)
    report(
      `${rounds} kill -9, ${works} pieces of work`,
      `${works - wrong.length} whole`,
      `${works}`,
      undefined,
      'goal: all',
    )
    report('edits that were acknowledged', `${edits}`, '', undefined, 'none lost')
    if (wrong.length) throw new Error(`Something was lost, doubled or left by halves: ${wrong.join(', ')}`)
  } finally {
    await cleanUp()
    await field.close()
  }
}
