import { and, eq, gte, lt } from 'drizzle-orm'
import { ExperimentStatus } from '@orrery/contract/shared/evaluation-enums'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Jobs } from '#kit/jobs.ts'
import { userKey } from '#kit/user-key.ts'
import { experiment, type ExperimentRow } from './experiment.table.ts'

const JOB = 'experiment-clean'
const AT_ONCE = 100

export interface CleaningDeps {
  db: Db
  /** Deletes all data of an end user, and of end users below that key. */
  eraseUserData(userKey: string): Promise<void>
  jobs: Jobs
  clock: Clock
}
type ErasableExperiment = Pick<ExperimentRow, 'id' | 'createdBy'>

/** Deletes the data of an experiment's end users when it ends. `isClean` is false until that is done. */
export function createCleaning({ db, eraseUserData, jobs, clock }: CleaningDeps) {
  const erase = ({ id, createdBy }: ErasableExperiment) => eraseUserData(userKey(createdBy, `eval-${id}`))
  async function clean(row: ErasableExperiment): Promise<void> {
    await erase(row)
    await db.update(experiment).set({ isClean: true }).where(eq(experiment.id, row.id))
  }
  /** Cleans up after ended experiments whose process died before cleaning. */
  async function cleanUp(): Promise<void> {
    const isOver = and(gte(experiment.status, ExperimentStatus.success), lt(experiment.leaseUntil, clock.now()))
    const rows = await db
      .select({ id: experiment.id, createdBy: experiment.createdBy })
      .from(experiment)
      .where(and(eq(experiment.isClean, false), isOver))
      .limit(AT_ONCE)
    for (const row of rows) await clean(row)
  }
  return {
    erase,
    clean,
    cleanUp,
    async start(): Promise<void> {
      await jobs.define(JOB, cleanUp)
      await jobs.schedule(JOB, 'all', '*/10 * * * *', {})
    },
  }
}
