import type pg from 'pg'
import { exactCpuMs } from './lib/processes.ts'
import { median, report } from './lib/report.ts'

const CALLS = 400
const ROUNDS = 5
const PEOPLE = 20_000
const PASSWORD = 'correct horse 7'

/**
 * The calls of somebody who is in no enterprise: first on an instance without any, then beside a large one. `begin` is called
 * before there is an enterprise, what it answers when there is one.
 */
export async function beginWithout(url: string, pool: pg.Pool, pid: number, dataDir: string) {
  const call = await somebody(url)
  const { id: space_id } = await call<{ id: string }>('/api/playground_api/space/save', { name: 'Own', space_type: 2 })
  /** Each question outside of a transaction is one of its own. */
  const asked = async () =>
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
    const before = await asked()
    const rounds: number[] = []
    for (let n = 0; n < ROUNDS; n += 1) rounds.push(await round())
    // Over all rounds: connections tell what they did once a second.
    return { cpu: median(rounds), queries: ((await asked()) - before) / (CALLS * ROUNDS) }
  }
  // Compiled and cached before anything counts.
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

async function somebody(url: string) {
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

/** People and groups of the enterprise, so that tables are as large as they are beside a real one. */
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
