import { DATASET_LIMITS } from '@orrery/contract/shared/dataset-enums'
import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { openJobErrors } from './open-jobs.errors.ts'

/** Queues jobs by space, so that a space with many jobs does not delay the others. */
export const QUEUE_OF_SPACE = sql`(SELECT space_id FROM resource WHERE resource.id = dataset_id)`

/** Counts the open jobs of datasets in a space: imports, exports, column and quality runs, duplicate searches. */
export const createOpenJobs =
  (db: Db) =>
  /** Returns how many open jobs are ahead of a new one in the queue of its space. Refuses the job above the limit. */
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
