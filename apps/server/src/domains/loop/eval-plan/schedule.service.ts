import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError } from '#kit/errors.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createDrain } from '#kit/work/drain.ts'
import { nextTime, nextTimes } from '#domains/flow/trigger/shared/schedule-rule.ts'
import { experimentErrors } from '#domains/loop/experiment/experiment.errors.ts'
import type { Batches } from './batch.service.ts'
import { evalPlanErrors } from './eval-plan.errors.ts'
import { evalPlan, type PlanRow } from './eval-plan.table.ts'
import type { PlanService } from './plan.service.ts'

export interface ScheduleDeps {
  db: Db
  plans: Pick<PlanService, 'get' | 'update' | 'find'>
  batches: Pick<Batches, 'start'>
  /** Whether the person may still start runs: people who have left the space may not. */
  mayRun(userId: string, spaceId: string): Promise<boolean>
  jobs: Jobs
  clock: Clock
  log: Log
}
const LEASE_MS = 60_000
const CONTINUE_ON_FAILURE = 2
const NAME_LENGTH = 80

/** Runs plans at fixed times. Idempotent per time: the experiment is named after the time, and names are unique. */
export function createPlanSchedules({ db, plans, batches, mayRun, jobs, clock, log }: ScheduleDeps) {
  async function claim(): Promise<PlanRow | undefined> {
    const now = clock.now()
    const { rows } = await db.execute<{ id: string }>(sql`
      UPDATE eval_plan SET schedule_lease = ${now + LEASE_MS} WHERE id = (
        SELECT id FROM eval_plan WHERE schedule_next > 0 AND schedule_next <= ${now} AND schedule_lease < ${now}
        ORDER BY schedule_next LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`)
    return rows[0] && plans.find(rows[0].id)
  }
  async function start(plan: PlanRow): Promise<void> {
    if (!(await mayRun(plan.scheduleBy, plan.spaceId))) throw evalPlanErrors.makerGone()
    const at = new Date(plan.scheduleNext).toISOString().slice(0, 16).replace('T', ' ')
    const name = `${[...plan.name].slice(0, NAME_LENGTH).join('')} ${at}`
    try {
      await batches.start(plan.spaceId, plan.scheduleBy, [{ plan, times: 1, name }], CONTINUE_ON_FAILURE)
    } catch (cause) {
      // The name is taken: a process that died has already started this run.
      if (!(cause instanceof AppError) || cause.code !== experimentErrors.nameTaken().code) throw cause
    }
  }
  async function work(plan: PlanRow): Promise<void> {
    const problem = await start(plan).then(
      () => undefined,
      (cause: unknown) => {
        if (cause instanceof AppError) return cause
        throw cause
      },
    )
    const now = clock.now()
    const schedule = { cron: plan.scheduleCron, timeZone: plan.scheduleZone }
    await db
      .update(evalPlan)
      .set({
        // Run only once for all missed times.
        scheduleNext: nextTime(schedule, Math.max(now, plan.scheduleNext)) ?? 0,
        scheduleLease: 0,
        scheduleProblem: problem?.text('en') ?? '',
        scheduleProblemZh: problem?.text('zh-CN') ?? '',
      })
      .where(and(eq(evalPlan.id, plan.id), eq(evalPlan.scheduleNext, plan.scheduleNext)))
  }
  const drain = createDrain({ name: 'eval-plan-schedule', jobs, log, cron: '* * * * *', claim, work })
  return {
    start: drain.start,
    /** Starts everything that is due now, in this process. */
    run: drain.drain,
    async set(spaceId: string, userId: string, id: string, cron: string, timeZone: string): Promise<PlanRow> {
      const plan = await plans.get(spaceId, id)
      if (!plan.target || !plan.datasetId || !plan.setId) throw evalPlanErrors.notWhole({ name: plan.name })
      const isOn = cron.trim() !== ''
      const [next = 0] = isOn ? nextTimes({ cron, timeZone }, clock.now(), 1) : []
      return plans.update(spaceId, userId, id, {
        scheduleCron: isOn ? cron.trim() : '',
        scheduleZone: isOn ? timeZone : '',
        scheduleNext: next,
        scheduleBy: userId,
        scheduleProblem: '',
        scheduleProblemZh: '',
      })
    },
  }
}
export type PlanSchedules = ReturnType<typeof createPlanSchedules>
