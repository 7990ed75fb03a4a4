import type pg from 'pg'
import { HOUR_MS } from './model-meter.ts'

export interface ModelFigures {
  /** Start of the time bucket. */
  at: number
  calls: number
  failed: number
  limited: number
  exhausted: number
  tokensIn: number
  tokensOut: number
  millis: number
  firstMillis: number
}
export interface SceneFigures {
  at: number
  scene: string
  tokensIn: number
  tokensOut: number
}
type Numbers<T> = { [K in keyof T]: T[K] extends number ? string : T[K] }
const plain = <T extends object>(rows: Numbers<T>[]): T[] =>
  rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, key === 'scene' ? value : Number(value)]),
      ) as T,
  )
const sums = `sum(calls) AS calls, sum(failed) AS failed, sum(limited) AS limited, sum(exhausted) AS exhausted, sum(tokens_in) AS "tokensIn",
  sum(tokens_out) AS "tokensOut", sum(millis) AS millis, sum(first_millis) AS "firstMillis"`

/** Figures of calls to models of a space, in buckets of `hours`. */
export function createModelFiguresRepo(pool: pg.Pool) {
  return {
    async over(spaceId: string, modelId: string, since: number, hours: number): Promise<ModelFigures[]> {
      const { rows } = await pool.query<Numbers<ModelFigures>>(
        `SELECT (hour / $4) * $4 * ${HOUR_MS}::bigint AS at, ${sums} FROM model_hour
         WHERE space_id = $1 AND model_id = $2 AND hour >= $3 GROUP BY 1 ORDER BY 1`,
        [spaceId, modelId, Math.floor(since / HOUR_MS), hours],
      )
      return plain<ModelFigures>(rows)
    },
    async byScene(spaceId: string, modelId: string, since: number): Promise<SceneFigures[]> {
      const { rows } = await pool.query<Numbers<SceneFigures>>(
        `SELECT (hour / 24) * 24 * ${HOUR_MS}::bigint AS at, scene, sum(tokens_in) AS "tokensIn", sum(tokens_out) AS "tokensOut"
         FROM model_hour WHERE space_id = $1 AND model_id = $2 AND hour >= $3 GROUP BY 1, 2 ORDER BY 1, 2`,
        [spaceId, modelId, Math.floor(since / HOUR_MS)],
      )
      return plain<SceneFigures>(rows)
    },
    /** Recent output speed of the models of a space, in tokens per second. */
    async speeds(spaceId: string, since: number): Promise<Map<string, number>> {
      const { rows } = await pool.query<{ id: string; speed: string }>(
        `SELECT model_id::text AS id, sum(tokens_out) * 1000.0 / greatest(1, sum(millis)) AS speed FROM model_hour
         WHERE space_id = $1 AND hour >= $2 AND tokens_out > 0 GROUP BY model_id`,
        [spaceId, Math.floor(since / HOUR_MS)],
      )
      return new Map(rows.map(({ id, speed }) => [id, Math.round(Number(speed))]))
    },
  }
}
export type ModelFiguresRepo = ReturnType<typeof createModelFiguresRepo>
