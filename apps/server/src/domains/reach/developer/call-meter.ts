import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { createTally } from '#kit/tally.ts'

export const DAY_MS = 86_400_000
interface Line {
  user_id: string
  day: number
  api: string
  code: number
  calls: number
  millis: number
  tokens: number
  last_at: number
}
const upsert = `INSERT INTO api_call AS a (user_id, day, api, code, calls, millis, tokens, last_at)
  SELECT r.user_id, r.day, r.api, r.code, r.calls, r.millis, r.tokens, r.last_at FROM json_populate_recordset(NULL::api_call, $1) r
  WHERE EXISTS (SELECT FROM app_user u WHERE u.id = r.user_id)
  ON CONFLICT (user_id, day, api, code) DO UPDATE SET calls = a.calls + EXCLUDED.calls, millis = a.millis + EXCLUDED.millis,
    tokens = a.tokens + EXCLUDED.tokens,
    last_at = greatest(a.last_at, EXCLUDED.last_at)`

/** Counts the calls that programs make with tokens. No call waits for it. */
export function createCallMeter({ pool, clock, log }: { pool: pg.Pool; clock: Clock; log: Log }) {
  const tally = createTally<Line>({
    log,
    name: 'the count of calls',
    merge: (known, more) => ({
      ...known,
      calls: known.calls + more.calls,
      millis: known.millis + more.millis,
      tokens: known.tokens + more.tokens,
      last_at: more.last_at,
    }),
    write: (lines) => pool.query({ name: 'api_call_write', text: upsert, values: [JSON.stringify(lines)] }),
  })
  function add(userId: string, api: string, code: number, figures: Pick<Line, 'calls' | 'millis' | 'tokens'>) {
    const now = clock.now()
    const day = Math.floor(now / DAY_MS)
    tally.add(`${userId} ${day} ${api} ${code}`, { user_id: userId, day, api, code, ...figures, last_at: now })
  }
  return {
    flush: tally.flush,
    note({ userId, api, code, ms }: { userId: string; api: string; code: number; ms: number }) {
      add(userId, api, code, { calls: 1, millis: Math.round(ms), tokens: 0 })
    },
    /** Adds the tokens of a call, which are known only when its work has ended. */
    spent({ userId, api, tokens }: { userId: string; api: string; tokens: number }) {
      add(userId, api, 0, { calls: 0, millis: 0, tokens })
    },
  }
}
export type CallMeter = ReturnType<typeof createCallMeter>
