import { openKillCompany, runEnterpriseKills } from '../apps/server/src/testing/enterprise-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** Kills one of two processes per round, during removals, moves of spaces, SCIM, directory syncs and exports. */
export async function benchEnterpriseKill(rounds = Number(process.env.ROUNDS ?? 20)) {
  const company = await openKillCompany()
  const field = await openKillField(company.env)
  try {
    const { works, wrong } = await runEnterpriseKills(field, company, rounds)
    report(`${rounds} kill -9, ${works} works`, `${works - wrong.length} whole`, `${works}`, undefined, 'goal: all')
    if (wrong.length) throw new Error(`Enterprises: ${wrong.join('; ')}`)
  } finally {
    await field.close()
    await company.close()
  }
}
