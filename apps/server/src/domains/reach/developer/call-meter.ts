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
  last_at: number
}
const upsert = `INSERT INTO api_call AS a (user_id, day, api, code, calls, millis, last_at)
  SELECT r.user_id, r.day, r.api, r.code, r.calls, r.millis, r.last_at FROM json_populate_recordset(NULL::api_call, $1) r
  WHERE EXISTS (SELECT FROM app_user u WHERE u.id = r.user_id)
  ON CONFLICT (user_id, day, api, code) DO UPDATE SET calls = a.calls + EXCLUDED.calls, millis = a.millis + EXCLUDED.millis,
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
      last_at: more.last_at,
    }),
    write: (lines) => pool.query({ name: 'api_call_write', text: upsert, values: [JSON.stringify(lines)] }),
  })
  return {
    flush: tally.flush,
    note({ userId, api, code, ms }: { userId: string; api: string; code: number; ms: number }) {
      const now = clock.now()
      const day = Math.floor(now / DAY_MS)
      tally.add(`${userId} ${day} ${api} ${code}`, {
        user_id: userId,
        day,
        api,
        code,
        calls: 1,
        millis: Math.round(ms),
        last_at: now,
      })
    },
  }
}
export type CallMeter = ReturnType<typeof createCallMeter>
