import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, migrationsDir, openDatabase } from '#kit/db.ts'

const TRACES = 20_000
const STEPS = 4
/** Migrations from before the store of spans, when turns had tables of their own. */
const earlier = () => readdirSync(migrationsDir).filter((file) => file < '0820')

export interface MigrationKillField {
  /** URL of an empty database. */
  url: string
  /** Starts a server that migrates the database. `ready` resolves when it serves requests. */
  start(): { ready: Promise<unknown>; kill(): Promise<void> }
}

/** Kills servers at random while they migrate traces to the store of spans. Returns what is wrong afterwards. */
export async function runMigrationKills({ url, start }: MigrationKillField, rounds: number): Promise<string[]> {
  const { pool, close } = openDatabase(url, 2)
  try {
    await migrate(pool, undefined, earlier())
    // Insert only the rows, without the resources they refer to.
    await pool.query(`SET session_replication_role = replica;
      INSERT INTO trace (id, space_id, bot_id, conversation_id, message_id, user_id, scene, status, started_at, duration_ms, first_token_ms,
        input_tokens, output_tokens, cost, span_count, model_names, input, output, feedback)
      SELECT n, 1, 2, n % 100, n, n % 50, 'online', 1, extract(epoch FROM now())::bigint * 1000 - n * 1000, 100 + n % 900, 50, 10, 2, 0.5, ${STEPS}, 'Tiny',
        'question ' || n, repeat('answer ', 20), 0 FROM generate_series(1, ${TRACES}) n;
      INSERT INTO trace_span (id, trace_id, parent_id, kind, name, status, offset_ms, duration_ms, first_token_ms, model_id, model_name,
        input_tokens, output_tokens, cost, input, output, attributes)
      SELECT n * 10 + s, n, CASE WHEN s > 0 THEN n * 10 END, CASE WHEN s > 0 THEN 'model' ELSE 'turn' END, 'step', 1, s * 10, 10, 5, NULL, 'Tiny',
        10, 2, 0.5, repeat('in ', 50), 'out', '{}' FROM generate_series(1, ${TRACES}) n, generate_series(0, ${STEPS - 1}) s;
      SET session_replication_role = origin`)
    for (let round = 0; round < rounds; round += 1) {
      const server = start()
      await Promise.race([server.ready.catch(() => undefined), sleep(400 + Math.random() * 2500)])
      await server.kill()
    }
    const last = start()
    await last.ready
    await last.kill()
    const { rows } = await pool.query<{
      heads: number
      spans: number
      bodies: number
      n: number
      n60: number
      cost: number
    }>(
      `SELECT (SELECT count(DISTINCT trace_id)::int FROM trace_head) AS heads, (SELECT count(*)::int FROM span) AS spans,
         (SELECT count(*)::int FROM span_body) AS bodies, (SELECT sum(n)::int FROM span_rollup WHERE step = 3600) AS n,
         (SELECT sum(n)::int FROM span_rollup WHERE step = 60) AS n60, (SELECT sum(cost)::float8 FROM span_rollup WHERE step = 3600) AS cost`,
    )
    const found = rows[0]!
    const spans = TRACES * STEPS
    const wanted = { heads: TRACES, spans, bodies: spans, n: spans, n60: spans, cost: TRACES * (STEPS - 1) * 0.5 }
    return Object.entries(wanted)
      .filter(([key, value]) => found[key as keyof typeof found] !== value)
      .map(([key, value]) => `${key}: ${found[key as keyof typeof found]} instead of ${value}`)
  } finally {
    await close()
  }
}
