import { openKillCompany, runEnterpriseKills } from '../apps/server/src/testing/enterprise-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** One of two processes is killed in each round, during removals, moves of spaces, SCIM, a directory and exports. */
export async function benchEnterpriseKill(rounds = Number(process.env.ROUNDS ?? 20)) {
  const far = await openKillCompany()
  const field = await openKillField(far.env)
  try {
    const { works, wrong } = await runEnterpriseKills(field, far, rounds)
    report(`${rounds} kill -9, ${works} works`, `${works - wrong.length} whole`, `${works}`, undefined, 'goal: all')
    if (wrong.length) throw new Error(`Enterprises: ${wrong.join('; ')}`)
  } finally {
    await field.close()
    await far.close()
  }
}
