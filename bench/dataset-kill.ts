import { cleanUp } from '../apps/server/src/testing/after-file.ts'
import { runDatasetKills } from '../apps/server/src/testing/dataset-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** Kills one of two processes in each round, during imports, exports, column fills, scoring and labelling. */
export async function benchDatasetKill(rounds = Number(process.env.ROUNDS ?? 30)) {
  const field = await openKillField({})
  try {
    const { works, wrong } = await runDatasetKills(field, rounds)
    report(`${rounds} kill -9, ${works} jobs`, `${works - wrong.length} whole`, `${works}`, undefined, 'goal: all')
    if (wrong.length) throw new Error(`Rows were lost, doubled or shown by halves: ${wrong.join(', ')}`)
  } finally {
    await cleanUp()
    await field.close()
  }
}
