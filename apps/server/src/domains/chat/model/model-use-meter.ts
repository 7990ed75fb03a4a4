import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { currentUse, noUse } from '#kit/models/model-use.ts'
import { createTally } from '#kit/tally.ts'

const DAY_MS = 86_400_000
const sums = ['calls', 'failed', 'tokens_in', 'tokens_out', 'cost'] as const
const keys = ['space_id', 'day', 'model_id', 'resource_id', 'user_id', 'source'] as const
type Line = Record<(typeof sums)[number], number> & Record<(typeof keys)[number], string | number>
const columns = [...keys, ...sums].join(', ')
const upsert = `INSERT INTO model_use AS m (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::model_use, $1) r
  WHERE EXISTS (SELECT FROM space s WHERE s.id = r.space_id)
  ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${sums.map((name) => `${name} = m.${name} + EXCLUDED.${name}`).join(', ')}`

export interface UsedModel {
  spaceId: string
  modelId: string
  failed?: number
  tokensIn?: number
  tokensOut?: number
  cost?: number
}

/** Counts calls of models by day, resource, person and occasion, without delaying them. */
export function createModelUseMeter({ pool, clock, log }: { pool: pg.Pool; clock: Clock; log: Log }) {
  const tally = createTally<Line>({
    log,
    name: 'the use of models',
    merge: (known, more) => {
      const both = { ...known }
      for (const name of sums) both[name] += more[name]
      return both
    },
    write: (lines) => pool.query({ name: 'model_use_write', text: upsert, values: [JSON.stringify(lines)] }),
  })
  return {
    flush: tally.flush,
    note({ spaceId, modelId, failed = 0, tokensIn = 0, tokensOut = 0, cost = 0 }: UsedModel) {
      const { resourceId, userId, source } = currentUse.getStore() ?? noUse
      const day = Math.floor(clock.now() / DAY_MS)
      tally.add([spaceId, day, modelId, resourceId, userId, source].join(' '), {
        space_id: spaceId,
        day,
        model_id: modelId,
        resource_id: resourceId,
        user_id: userId,
        source,
        calls: 1,
        failed,
        tokens_in: tokensIn,
        tokens_out: tokensOut,
        cost,
      })
    },
  }
}
export type ModelUseMeter = ReturnType<typeof createModelUseMeter>
