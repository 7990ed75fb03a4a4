import type pg from 'pg'
import { exactCpuMs } from './lib/processes.ts'
import { median, report } from './lib/report.ts'

const CALLS = 400
const ROUNDS = 5
const PEOPLE = 20_000
const PASSWORD = 'correct horse 7'

/**
 * Measures the calls of a person without an enterprise, first on an instance without enterprises. The returned function
 * measures the same calls again after a large enterprise was created.
 */
export async function prepareWithoutEnterprise(url: string, pool: pg.Pool, pid: number, dataDir: string) {
  const call = await registerPerson(url)
  const { id: space_id } = await call<{ id: string }>('/api/playground_api/space/save', { name: 'Own', space_type: 2 })
  /** The number of committed transactions. A query outside of a transaction counts as one. */
  const countQueries = async () =>
    Number(
      (
        await pool.query<{ n: string }>(
          'SELECT pg_stat_clear_snapshot(), xact_commit AS n FROM pg_stat_database WHERE datname = current_database()',
        )
      ).rows[0]!.n,
    )
  const one = () => call('/api/space/member/detail', { space_id, page: 1, size: 1 })
  async function round() {
    const before = exactCpuMs(pid, dataDir)
    for (let n = 0; n < CALLS; n += 1) await one()
    return (exactCpuMs(pid, dataDir) - before) / CALLS
  }
  async function measure() {
    const before = await countQueries()
    const rounds: number[] = []
    for (let n = 0; n < ROUNDS; n += 1) rounds.push(await round())
    // Counts over all rounds, because connections report their statistics only once a second.
    return { cpu: median(rounds), queries: ((await countQueries()) - before) / (CALLS * ROUNDS) }
  }
  // Warm-up: code is compiled and caches are filled.
  await measure()
  const [first, before] = [await measure(), await measure()]
  return async (enterpriseId: string) => {
    await fill(pool, enterpriseId)
    const [after, again] = [await measure(), await measure()]
    const noise = Math.max(ratio(first.cpu, before.cpu), ratio(after.cpu, again.cpu))
    report(
      'call without an enterprise, beside one: CPU',
      `${after.cpu.toFixed(3)} ms`,
      `${before.cpu.toFixed(3)} ms`,
      after.cpu / before.cpu,
      `goal: no measurable difference; the same measured twice: ${noise.toFixed(2)}x`,
    )
    report(
      'call without an enterprise: queries',
      after.queries.toFixed(1),
      before.queries.toFixed(1),
      undefined,
      'goal: as many as before',
    )
  }
}
const ratio = (a: number, b: number) => Math.max(a / b, b / a)

async function registerPerson(url: string) {
  let cookie = ''
  async function call<T>(path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    })
    cookie ||= answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
    if (code !== 0) throw new Error(`${path}: ${msg}`)
    return data
  }
  await call('/api/passport/web/email/register/v2/', { email: 'alone@example.test', password: PASSWORD })
  return call
}

/** Adds people to the enterprise, so that the tables are as large as on a real instance. */
async function fill(pool: pg.Pool, enterpriseId: string) {
  await pool.query(
    `INSERT INTO app_user (id, email, email_key, password_hash, name, unique_name, created_at, updated_at)
     SELECT 5000000 + n, 'w' || n || '@bench.test', 'w' || n || '@bench.test', '', 'W ' || n, 'without' || n, 0, 0
     FROM generate_series(1, $1::int) n`,
    [PEOPLE],
  )
  await pool.query(
    `INSERT INTO enterprise_person (enterprise_id, user_id, roles, people_type, joined_at)
     SELECT $1, 5000000 + n, '{Member}', 'EnterpriseMember', 0 FROM generate_series(1, $2::int) n`,
    [enterpriseId, PEOPLE],
  )
  await pool.query('ANALYZE app_user; ANALYZE enterprise_person')
}
