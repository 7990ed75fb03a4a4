import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import type { ChatModel } from '#kit/models/chat-types.ts'
import type { KnownModel } from './shared/model-catalog.ts'
import { HOUR_MS } from './model-meter.ts'
import { modelDomainErrors } from './model.errors.ts'

export interface Expansion {
  modelId: string
  tokensIn: number
  tokensOut: number
  startsAt: number
  endsAt: number
  createdBy: string
}
type Bounded = Pick<KnownModel, 'id' | 'name' | 'tpmIn' | 'tpmOut'>
const MINUTE_MS = 60_000
const stateSql = `SELECT coalesce((SELECT tokens_in FROM model_minute WHERE model_id = $1 AND minute = $2), 0)::float8 AS "usedIn",
  coalesce((SELECT tokens_out FROM model_minute WHERE model_id = $1 AND minute = $2), 0)::float8 AS "usedOut",
  coalesce(sum(tokens_in), 0)::float8 AS "moreIn", coalesce(sum(tokens_out), 0)::float8 AS "moreOut"
  FROM model_expansion WHERE model_id = $1 AND starts_at <= $3 AND ends_at > $3`
/** Counts tokens of a minute and deletes earlier minutes, which are no longer needed. */
const useSql = `WITH over AS (DELETE FROM model_minute WHERE model_id = $1 AND minute < $2)
  INSERT INTO model_minute AS m (model_id, minute, tokens_in, tokens_out) SELECT id, $2, $3, $4 FROM model WHERE id = $1
  ON CONFLICT (model_id, minute) DO UPDATE SET tokens_in = m.tokens_in + EXCLUDED.tokens_in, tokens_out = m.tokens_out + EXCLUDED.tokens_out`

/**
 * Limits of models in tokens per minute. Usage is stored in the database, because several processes share one limit.
 * The tokens of an answer are only known afterwards, so every call that starts while tokens are left is answered.
 */
export function createModelCapacity({ pool, clock, newId }: { pool: pg.Pool; clock: Clock; newId: () => string }) {
  const stateOf = async (modelId: string) => {
    const now = clock.now()
    const { rows } = await pool.query<Record<'usedIn' | 'usedOut' | 'moreIn' | 'moreOut', number>>(stateSql, [
      modelId,
      Math.floor(now / MINUTE_MS),
      now,
    ])
    return rows[0]!
  }
  return {
    /** Limits the calls of a model. A model without a limit is returned unchanged. */
    bounded({ chat }: ChatModel, model: Bounded): ChatModel['chat'] {
      const { id, tpmIn, tpmOut } = model
      if (tpmIn === null && tpmOut === null) return chat
      return async (request, sink) => {
        const { usedIn, usedOut, moreIn, moreOut } = await stateOf(id)
        const isUsedUp =
          (tpmIn !== null && usedIn >= tpmIn + moreIn) || (tpmOut !== null && usedOut >= tpmOut + moreOut)
        if (isUsedUp) {
          const seconds = Math.ceil((MINUTE_MS - (clock.now() % MINUTE_MS)) / 1000)
          throw modelDomainErrors.modelExhausted({ name: model.name, seconds })
        }
        const result = await chat(request, sink)
        const minute = Math.floor(clock.now() / MINUTE_MS)
        await pool.query(useSql, [id, minute, result.usage.inputTokens, result.usage.outputTokens])
        return result
      }
    },
    async expand({ modelId, tokensIn, tokensOut, startsAt, endsAt, createdBy }: Expansion): Promise<string> {
      const id = newId()
      await pool.query(
        `INSERT INTO model_expansion (id, model_id, tokens_in, tokens_out, starts_at, ends_at, created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, modelId, tokensIn, tokensOut, startsAt, endsAt, createdBy, clock.now()],
      )
      return id
    },
    /** Whether a model has extra capacity at the moment. */
    async isExpanded(modelId: string): Promise<boolean> {
      const { moreIn, moreOut } = await stateOf(modelId)
      return moreIn + moreOut > 0
    },
    /** Average tokens per call in the spaces of a user; undefined without calls. */
    async perCall(
      modelId: string,
      userId: string,
      time: { since: number; until: number },
    ): Promise<{ in: number; out: number } | undefined> {
      const { rows } = await pool.query<{ calls: number; in: number; out: number }>(
        `SELECT sum(calls - failed)::float8 AS calls, sum(tokens_in)::float8 AS in, sum(tokens_out)::float8 AS out
         FROM model_hour WHERE model_id = $1 AND hour >= $2 AND hour <= $3
           AND space_id IN (SELECT space_id FROM space_member WHERE user_id = $4)`,
        [modelId, Math.floor(time.since / HOUR_MS), Math.floor(time.until / HOUR_MS), userId],
      )
      const { calls, in: tokensIn, out } = rows[0]!
      return calls > 0 ? { in: tokensIn / calls, out: out / calls } : undefined
    },
  }
}
export type ModelCapacity = ReturnType<typeof createModelCapacity>
