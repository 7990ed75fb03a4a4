import type { GivenTask } from '@orrery/contract'
import { AUTOMATION_LIMITS, TaskStatus } from '@orrery/contract/shared/automation-enums'
import type { FilterTree } from '@orrery/contract/shared/filter-tree'
import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, violates } from '#kit/db.ts'
import { AppError, badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Finished } from '#kit/sweep/pass.ts'
import { createSweep } from '#kit/sweep/sweep.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { numberField, textField } from '#domains/loop/observation/shared/filter-fields.ts'
import { filterSql } from '#domains/loop/observation/shared/filter-sql.ts'
import { makePageToken, readPageToken } from '#domains/loop/observation/shared/page-token.ts'
import type { SpanSource } from '#domains/loop/observation/span-source.service.ts'
import { automationErrors } from './automation.errors.ts'
import type { AutomationRepo } from './automation.repo.ts'
import { type TaskRow, traceTask } from './automation.table.ts'
import { checkMappings } from './field-mapping.ts'
import { choiceOf, openTaskPass, type TaskPass } from './task-pass.ts'
import { problemOf, type Trial, type Workers } from './workers.ts'

const WEEK_MS = 7 * 86_400_000
const { unstarted, running, pending, disabled, success, failed } = TaskStatus
/** The status changes that people may make. */
const transitions: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  unstarted: [running, disabled],
  running: [pending, disabled],
  pending: [running, disabled],
  disabled: [],
  success: [],
  failed: [],
}
const taskFields = {
  task_name: textField(sql`${traceTask.name}`),
  task_type: textField(sql`${traceTask.type}`),
  task_status: textField(sql`${traceTask.status}`),
  created_by: textField(sql`${traceTask.createdBy}::text`),
  sample_rate: numberField(sql`(${traceTask.rule} -> 'sampler' ->> 'sample_rate')::float8`),
}
export interface AutomationDeps {
  db: Db
  repo: AutomationRepo
  source: SpanSource
  workers: Workers
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
export interface TaskChange {
  status?: TaskStatus | undefined
  description?: string | undefined
  startAt?: number | undefined
  endAt?: number | undefined
  sampleRate?: number | undefined
}

/** Automations: spans that match a rule are scored or added to datasets, each span once. */
export function createAutomationService(deps: AutomationDeps) {
  const { db, repo, source, workers, jobs, newId, clock, log } = deps
  const passes = new Map<string, TaskPass>()

  async function open(id: string, fence: number): Promise<TaskPass | undefined> {
    const task = await repo.byId(id)
    if (!task) return undefined
    try {
      const pass = await openTaskPass({ ...deps, task, fence, worker: await workers.open(task) })
      passes.set(`${id}/${fence}`, pass)
      return pass
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      await fail(id, fence, cause)
      return undefined
    }
  }
  const fail = (id: string, fence: number, cause: unknown) => {
    const { en, zh } = problemOf(cause)
    return repo.endPass(id, fence, { status: failed, problem: en, problemZh: zh, updatedAt: clock.now() })
  }
  async function finish(id: string, fence: number, outcome: Finished): Promise<void> {
    const pass = passes.get(`${id}/${fence}`)
    passes.delete(`${id}/${fence}`)
    const task = await repo.byId(id)
    if (!task || !pass) return
    if (outcome.end === 'stopped') return void (await fail(id, fence, outcome.cause))
    if (outcome.end === 'cancelled') return void (await repo.endPass(id, fence, {}))
    if (pass.isOverLimit())
      return void (await fail(id, fence, automationErrors.costLimit({ limit: task.config.cost_limit })))
    const isOver = task.endAt > 0 && pass.seenTo >= task.endAt * 1000
    await repo.endPass(id, fence, { isBackfilled: true, seenTo: pass.seenTo })
    if (isOver) await repo.update(id, running, { status: success, updatedAt: clock.now() })
  }
  const sweep = createSweep({
    jobs,
    clock,
    log,
    name: 'trace-task',
    store: createLeaseStore(db, traceTask, sql`status = 'running'`),
    open,
    finish,
  })
  async function of(spaceId: string, id: string): Promise<TaskRow> {
    const task = await repo.find(spaceId, id)
    if (!task) throw errors.notFound({ what: 'automation' })
    return task
  }
  /** Turns the input into an automation; refuses one that could never work. */
  function planOf(given: GivenTask, userId: string): Omit<TaskRow, 'id'> {
    const { rule, task_config: config } = given
    const field = given.task_type === 'auto_evaluate' ? 'auto_evaluate_configs' : 'data_reflow_config'
    if (!config[field].length) throw automationErrors.nothingToDo({ field })
    config[field].forEach(({ field_mappings }, at) =>
      checkMappings(field_mappings, `task.task_config.${field}[${at}].field_mappings`),
    )
    const now = clock.now()
    const startAt = rule.effective_time.start_at || now
    const endAt = rule.effective_time.end_at ?? 0
    if (endAt && endAt <= startAt) throw automationErrors.badTimes({ field: 'task.rule.effective_time' })
    const back = rule.backfill_effective_time
    if (back && back.end_at <= back.start_at)
      throw automationErrors.badTimes({ field: 'task.rule.backfill_effective_time' })
    const plan = { spaceId: given.workspace_id, rule, config, startAt, endAt }
    source.check({ ...choiceOf(plan), from: 0, to: 1 })
    return {
      ...plan,
      name: given.name,
      description: given.description,
      type: given.task_type,
      status: startAt <= now ? running : unstarted,
      seenTo: 0,
      isBackfilled: false,
      problem: '',
      problemZh: '',
      createdBy: userId,
      createdAt: now,
      editedBy: userId,
      updatedAt: now,
      leaseUntil: 0,
      fence: 0,
    }
  }
  /** Enqueues every automation that is due or running. */
  async function tick(): Promise<void> {
    for (const id of await repo.due()) await sweep.enqueue(id)
  }
  return {
    of,
    counts: repo.counts,
    isFree: async (spaceId: string, name: string) => !(await repo.hasName(spaceId, name.trim())),
    async create(userId: string, given: GivenTask): Promise<string> {
      const plan = planOf(given, userId)
      const id = newId()
      // Reports missing evaluators and datasets now instead of in the first pass.
      await workers.open({ ...plan, id })
      if ((await repo.countOpen(plan.spaceId)) >= AUTOMATION_LIMITS.tasks)
        throw automationErrors.tooManyTasks({ max: AUTOMATION_LIMITS.tasks })
      try {
        await repo.insert({ ...plan, id })
      } catch (cause) {
        if (violates(cause, 'trace_task_name')) throw automationErrors.nameTaken()
        throw cause
      }
      if (plan.status === running) await sweep.enqueue(id)
      return id
    },
    list: (spaceId: string, filters: FilterTree | undefined, isOldestFirst: boolean, limit: number, offset: number) =>
      repo.list(and(eq(traceTask.spaceId, spaceId), filterSql(filters, taskFields)), isOldestFirst, limit, offset),
    async update(spaceId: string, userId: string, id: string, change: TaskChange): Promise<void> {
      const task = await of(spaceId, id)
      const { status: to = task.status } = change
      if (to !== task.status && !transitions[task.status].includes(to))
        throw automationErrors.badTransition({ from: task.status, to })
      const hasBegun = task.status !== unstarted
      if (hasBegun && change.startAt !== undefined && change.startAt !== task.startAt)
        throw badInput(
          'effective_time.start_at',
          'it has begun: only its end can be moved',
          '任务已开始，只能修改结束时间',
        )
      const startAt = change.startAt ?? task.startAt
      const endAt = change.endAt ?? task.endAt
      if (endAt && endAt <= startAt) throw automationErrors.badTimes({ field: 'effective_time' })
      const sampler = { ...task.rule.sampler, sample_rate: change.sampleRate ?? task.rule.sampler.sample_rate }
      const changed = await repo.update(id, task.status, {
        status: to,
        description: change.description ?? task.description,
        startAt: task.status === unstarted && to === running ? Math.min(startAt, clock.now()) : startAt,
        endAt,
        rule: { ...task.rule, sampler },
        editedBy: userId,
        updatedAt: clock.now(),
      })
      if (!changed) throw automationErrors.badTransition({ from: (await of(spaceId, id)).status, to })
      if (to === running && task.status !== running) await sweep.enqueue(id)
    },
    /** What the automation did with each span, newest first. */
    async log(task: TaskRow, status: number | undefined, limit: number, pageToken: string | undefined) {
      const key = { list: 'worked', task: task.id, status }
      const rows = await repo.worked(task.id, status, readPageToken(key, pageToken), limit + 1)
      const shown = rows.slice(0, limit)
      const end = shown.at(-1)?.row
      const nextPageToken = rows.length > limit && end ? makePageToken(key, { at: end.startedAt, id: end.spanId }) : ''
      return { rows: shown, nextPageToken }
    },
    averages: repo.averages,
    async preview(userId: string, given: GivenTask, size: number) {
      const plan = planOf(given, userId)
      const trial = await workers.trial({ ...plan, id: '0' })
      const now = clock.now()
      const range = { from: (now - WEEK_MS) * 1000, to: (now + 60_000) * 1000 }
      const choice = { ...choiceOf(plan), ...range }
      const [spans, matches] = await Promise.all([source.latest(choice, size), source.count(choice)])
      const results: { span: (typeof spans)[number]; results: Trial[] }[] = []
      for (let at = 0; at < spans.length; at += 4)
        results.push(
          ...(await Promise.all(spans.slice(at, at + 4).map(async (span) => ({ span, results: await trial(span) })))),
        )
      return { matches, results }
    },
    /** Runs one pass in this process. */
    run: (id: string) => sweep.run(id),
    tick,
    async start() {
      await sweep.start()
      await jobs.define('trace-tasks', tick)
      await jobs.schedule('trace-tasks', 'minute', '* * * * *', {})
      await jobs.define('trace-scores', repo.deleteOld)
      await jobs.schedule('trace-scores', 'daily', '47 1 * * *', {})
    },
  }
}
export type AutomationService = ReturnType<typeof createAutomationService>
