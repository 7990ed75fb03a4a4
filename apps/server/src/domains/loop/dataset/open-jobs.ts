import { DATASET_LIMITS } from '@orrery/contract/shared/dataset-enums'
import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { openJobErrors } from './open-jobs.errors.ts'

/** Work of one space is one line. */
export const LINE_OF_SPACE = sql`(SELECT space_id FROM resource WHERE resource.id = dataset_id)`

/** How much work of datasets a space has open: imports, exports, columns, scores and searches for duplicates. */
export const createOpenJobs =
  (db: Db) =>
  /** The place of one more in the line of its space: who has many waits behind those who have few. Refuses what is too many. */
  async (datasetId: string): Promise<number> => {
    const { rows } = await db.execute<{ n: number }>(sql`
      WITH of_space AS (
        SELECT d.id FROM resource mine JOIN resource r ON r.space_id = mine.space_id JOIN dataset d ON d.id = r.id
        WHERE mine.id = ${datasetId})
      SELECT (SELECT count(*) FROM dataset_job j JOIN of_space s ON s.id = j.dataset_id WHERE j.status IN (1, 2))::int
        + (SELECT count(*) FROM dataset_column_run j JOIN of_space s ON s.id = j.dataset_id WHERE j.status IN (1, 2))::int
        + (SELECT count(*) FROM dataset_dedup j JOIN of_space s ON s.id = j.dataset_id WHERE j.status IN (1, 2))::int AS n`)
    const max = DATASET_LIMITS.openJobs
    const { n } = rows[0]!
    if (n >= max) throw openJobErrors.tooMany({ max })
    return n
  }
export type OpenJobs = ReturnType<typeof createOpenJobs>
