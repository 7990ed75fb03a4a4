import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { Log } from '#kit/log.ts'
import type { ChatModel, ChatResult } from '#kit/models/chat-types.ts'
import { createTally } from '#kit/tally.ts'
import type { ModelUseMeter } from './model-use-meter.ts'
import { costOf, type KnownModel } from './shared/model-catalog.ts'

type MeteredModel = Pick<KnownModel, 'id' | 'priceIn' | 'priceOut'>
export const HOUR_MS = 3_600_000
interface Figures {
  calls: number
  failed: number
  limited: number
  exhausted: number
  tokens_in: number
  tokens_out: number
  millis: number
  first_millis: number
}
type Line = Figures & { space_id: string; model_id: string; hour: number; scene: string }
const sums = ['calls', 'failed', 'limited', 'exhausted', 'tokens_in', 'tokens_out', 'millis', 'first_millis'] as const
const columns = ['space_id', 'model_id', 'hour', 'scene', ...sums].join(', ')
const upsert = `INSERT INTO model_hour AS m (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::model_hour, $1) r
  WHERE EXISTS (SELECT FROM space s WHERE s.id = r.space_id)
  ON CONFLICT (space_id, model_id, hour, scene) DO UPDATE SET ${sums.map((name) => `${name} = m.${name} + EXCLUDED.${name}`).join(', ')}`

interface ModelMeterDeps {
  pool: pg.Pool
  clock: Clock
  log: Log
  uses: ModelUseMeter
}

/** Counts calls of models by hour and space, without delaying them. */
export function createModelMeter({ pool, clock, log, uses }: ModelMeterDeps) {
  const tally = createTally<Line>({
    log,
    name: 'the count of model calls',
    merge: (known, more) => {
      const both = { ...known }
      for (const name of sums) both[name] += more[name]
      return both
    },
    write: (lines) => pool.query({ name: 'model_hour_write', text: upsert, values: [JSON.stringify(lines)] }),
  })
  return {
    flush: async () => {
      await Promise.all([tally.flush(), uses.flush()])
    },
    /** Meters the calls of a model. Calls without a space are not metered. */
    counted({ chat }: ChatModel, model: MeteredModel, spaceId: string | undefined): ChatModel['chat'] {
      if (spaceId === undefined) return chat
      const modelId = model.id
      return async (request, sink) => {
        const begun = performance.now()
        const scene = request.scene ?? 'bot'
        const note = (more: Partial<Figures>) => {
          const hour = Math.floor(clock.now() / HOUR_MS)
          const millis = Math.round(performance.now() - begun)
          const none = { failed: 0, limited: 0, exhausted: 0, tokens_in: 0, tokens_out: 0, first_millis: 0 }
          const line = { space_id: spaceId, model_id: modelId, hour, scene, calls: 1, millis, ...none, ...more }
          tally.add(`${spaceId} ${modelId} ${hour} ${scene}`, line)
          const { tokens_in: tokensIn, tokens_out: tokensOut, failed } = line
          uses.note({ spaceId, modelId, failed, tokensIn, tokensOut, cost: costOf(model, tokensIn, tokensOut) })
        }
        let result: ChatResult
        try {
          result = await chat(request, sink)
        } catch (cause) {
          // A cancelled answer is no failure of the model.
          if (!request.signal?.aborted) {
            const { code, status } = cause instanceof AppError ? cause : {}
            const isExhausted = code === ErrorCode.model.modelExhausted
            const isLimited = status === 429 && !isExhausted
            note({ failed: 1, limited: Number(isLimited), exhausted: Number(isExhausted) })
          }
          throw cause
        }
        const { usage, firstChunkMs } = result
        note({
          tokens_in: usage.inputTokens,
          tokens_out: usage.outputTokens,
          first_millis: Math.round(firstChunkMs),
        })
        return result
      }
    },
  }
}
export type ModelMeter = ReturnType<typeof createModelMeter>
