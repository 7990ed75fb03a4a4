import type pg from 'pg'

export interface CallFigures {
  day: number
  calls: number
  ok: number
  millis: number
}
export interface ApiFigures {
  api: string
  calls: number
  ok: number
  millis: number
  tokens: number
  lastAt: number
}
export interface BotFigures {
  botId: string
  calls: number
  failed: number
  tokens: number
  lastDay: number
}
const numbers = <T extends object>(rows: T[]): T[] =>
  rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, key === 'api' || key === 'botId' ? value : Number(value ?? 0)]),
      ) as T,
  )

/** Usage of one user's tokens, from the call counts and the chat ledger. Days since 1970, inclusive. */
export function createInsightRepo(pool: pg.Pool) {
  const query = async <T extends object>(text: string, values: unknown[]): Promise<T[]> =>
    numbers((await pool.query<T>(text, values)).rows)
  return {
    byDay: (userId: string, from: number, to: number) =>
      query<CallFigures>(
        `SELECT day, sum(calls) AS calls, sum(calls) FILTER (WHERE code = 0) AS ok, sum(millis) AS millis
         FROM api_call WHERE user_id = $1 AND day BETWEEN $2 AND $3 GROUP BY day ORDER BY day`,
        [userId, from, to],
      ),
    tokensByDay: (userId: string, from: number, to: number) =>
      query<{ day: number; tokens: number }>(
        `SELECT day, sum(input_tokens + output_tokens) AS tokens
         FROM open_ledger WHERE user_id = $1 AND day BETWEEN $2 AND $3 GROUP BY day ORDER BY day`,
        [userId, from, to],
      ),
    errors: (userId: string, from: number, to: number) =>
      query<{ code: number; calls: number }>(
        `SELECT code, sum(calls) AS calls FROM api_call
         WHERE user_id = $1 AND day BETWEEN $2 AND $3 AND code <> 0 GROUP BY code ORDER BY sum(calls) DESC, code LIMIT 50`,
        [userId, from, to],
      ),
    byApi: (userId: string, from: number, to: number) =>
      query<ApiFigures>(
        `SELECT api, sum(calls) AS calls, sum(calls) FILTER (WHERE code = 0) AS ok, sum(millis) AS millis, sum(tokens) AS tokens, max(last_at) AS "lastAt"
         FROM api_call WHERE user_id = $1 AND day BETWEEN $2 AND $3 GROUP BY api ORDER BY sum(calls) DESC, api LIMIT 100`,
        [userId, from, to],
      ),
    byBot: (userId: string, from: number, to: number) =>
      query<BotFigures>(
        `SELECT bot_id::text AS "botId", sum(calls) AS calls, sum(failed) AS failed, sum(input_tokens + output_tokens) AS tokens, max(day) AS "lastDay"
         FROM open_ledger WHERE user_id = $1 AND day BETWEEN $2 AND $3 GROUP BY bot_id ORDER BY sum(calls) DESC, bot_id LIMIT 100`,
        [userId, from, to],
      ),
    /** Durations of bot turns that this user started. */
    turns: (userId: string, botIds: string[], since: number) =>
      query<{ botId: string; ms: number; lastAt: number }>(
        `SELECT object_id::text AS "botId", avg(duration_us) / 1000 AS ms, max(started_at) / 1000 AS "lastAt"
         FROM trace_head WHERE object_id = ANY($2::bigint[]) AND source = 'turn' AND user_id = $1 AND started_at >= $3 AND scene = 'online'
         GROUP BY object_id`,
        [userId, botIds, since * 1000],
      ),
    async firstDay(userId: string): Promise<number | undefined> {
      const { rows } = await pool.query<{ day: number | null }>(
        `SELECT least((SELECT min(day) FROM api_call WHERE user_id = $1), (SELECT min(day) FROM open_ledger WHERE user_id = $1)) AS day`,
        [userId],
      )
      return rows[0]?.day ?? undefined
    },
  }
}
export type InsightRepo = ReturnType<typeof createInsightRepo>
