import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'

interface ModelViewDeps {
  db: Db
  models: Pick<ModelService, 'list'>
  clock: Clock
}
const DAYS = 30
const DAY_MS = 86_400_000

/** The chat models for datasets, and their usage. */
export function createModelViews({ db, models, clock }: ModelViewDeps) {
  return {
    chatModels: async (spaceId: string | undefined) =>
      (await models.list(spaceId)).filter(({ type, enabled }) => type === 0 && enabled),
    /** Usage of the last 30 days. Questions of datasets count as evaluation, all others as prompts. */
    async usage(spaceId: string, modelId: string) {
      const since = (clock.now() - DAYS * DAY_MS) * 1000
      const { rows } = await db.execute<Record<'date' | 'pi' | 'po' | 'ei' | 'eo', string>>(sql`
        SELECT to_char(to_timestamp(started_at / 1000000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
          coalesce(sum(input_tokens) FILTER (WHERE service <> 'dataset'), 0) AS pi,
          coalesce(sum(output_tokens) FILTER (WHERE service <> 'dataset'), 0) AS po,
          coalesce(sum(input_tokens) FILTER (WHERE service = 'dataset'), 0) AS ei,
          coalesce(sum(output_tokens) FILTER (WHERE service = 'dataset'), 0) AS eo
        FROM span WHERE space_id = ${spaceId} AND kind = 'model' AND model_id = ${modelId} AND started_at >= ${since}
        GROUP BY 1 ORDER BY 1`)
      return rows
    },
  }
}
export type ModelViews = ReturnType<typeof createModelViews>
