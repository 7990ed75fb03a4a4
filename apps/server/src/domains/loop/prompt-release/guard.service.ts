import { PROMPT_PLATFORM_LIMITS } from '@orrery/contract/shared/prompt-enums'
import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import {
  compareCalls,
  type GuardCall,
  type GuardFigure,
  type GuardMetric,
  TIMES_IN_A_ROW,
  describeWorse,
} from '#kit/stats/guard.ts'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { GrayStage, TaskRow } from './prompt-release.table.ts'
import type { TaskService } from './task.service.ts'

export interface GuardDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  log: Log
  queue: Pick<SpanQueue, 'flush'>
  prompts: Pick<PromptService, 'find'>
  tasks: Pick<TaskService, 'growing' | 'judge' | 'judged' | 'noteStage' | 'stopByGuard'>
}
const NAME = 'prompt-guard'
/** Number of latest calls compared on each side. */
const MOST_CALLS = 600
const begin = { en: 'Worse than the version before, twice in a row', zh: '连续两次劣于当前版本' }
const costOf = { en: 'cost of a call', zh: '单次调用费用' }
const MINUTE_MS = 60_000
const metrics: readonly GuardMetric[] = ['error', 'latency', 'cost', 'score']

/** Compares the traces of a gray version with those of the previous version, and ends the release if it is worse. */
export function createGuardService({ db, jobs, clock, log, queue, prompts, tasks }: GuardDeps) {
  /** Calls of programs, workflow nodes and turns of bots that used this version since the gray release started. */
  async function callsOf(spaceId: string, key: string, version: string, since: number): Promise<GuardCall[]> {
    // The span of the prompt in a bot's turn says nothing about the outcome, so use the turn.
    const { rows } = await db.execute<{ status: number; us: string; cost: number | null; score: number | null }>(sql`
      SELECT coalesce(t.status, s.status) AS status, coalesce(t.duration_us, s.duration_us) AS us,
        CASE WHEN t.trace_id IS NOT NULL THEN t.cost WHEN s.kind = 'agent' THEN s.cost
          ELSE (SELECT sum(m.cost) FROM span m
            WHERE m.trace_id = s.trace_id AND m.space_id = s.space_id AND m.kind = 'model') END AS cost,
        (SELECT avg(coalesce(c.corrected_score, c.score)) FROM span_score c
          WHERE c.space_id = s.space_id AND c.trace_id = s.trace_id) AS score
      FROM span s
      LEFT JOIN trace_head t ON s.kind = 'skill' AND t.space_id = s.space_id AND t.trace_id = s.trace_id
      WHERE s.space_id = ${spaceId} AND s.kind IN ('prompt', 'agent', 'skill') AND s.scene = 'online'
        AND s.prompt_key = ${key} AND s.prompt_version = ${version} AND s.started_at >= ${since * 1000}
      ORDER BY s.started_at DESC LIMIT ${MOST_CALLS}`)
    return rows
      .filter(({ status }) => status !== SpanStatus.stopped)
      .map(({ status, us, cost, score }) => ({
        isFailed: status === SpanStatus.failed,
        ms: Number(us) / 1000,
        cost: cost ?? 0,
        ...(score !== null && { score }),
      }))
  }
  async function compare(task: TaskRow, since: number) {
    const { guard = {} } = task.config
    const wanted = metrics.filter((metric) => guard[metric])
    const least = guard.min_calls ?? PROMPT_PLATFORM_LIMITS.guardCalls
    const figures: GuardFigure[] = []
    const calls: [number, number] = [0, 0]
    let isKnown = true
    for (const { promptId, version, preVersion } of task.items) {
      const found = await prompts.find(promptId)
      if (!found) continue
      const [before, now] = await Promise.all([
        callsOf(task.spaceId, found.prompt.key, preVersion, since),
        callsOf(task.spaceId, found.prompt.key, version, since),
      ])
      calls[0] += before.length
      calls[1] += now.length
      const compared = compareCalls(before, now, wanted, least, `${task.id} ${promptId}`)
      if (compared) figures.push(...compared)
      else isKnown = false
    }
    return { figures, calls, isKnown, isOn: wanted.length > 0 }
  }
  async function look(task: TaskRow): Promise<void> {
    const { stage, startedAt } = task.steps.canary ?? {}
    if (!stage) return
    const { figures, calls, isKnown, isOn } = await compare(task, startedAt ?? stage.since)
    const worse = figures.filter(({ isWorse }) => isWorse)
    const seen: GrayStage = { ...stage, figures, calls, bad: worse.length ? stage.bad + 1 : 0 }
    if (isOn && seen.bad >= TIMES_IN_A_ROW)
      return void (await tasks.stopByGuard(task.id, seen, describeWorse(worse, begin, costOf)))
    const { plan } = task.config
    const minutes = plan?.[stage.at]?.minutes
    const isTime = minutes !== undefined && clock.now() - stage.since >= minutes * MINUTE_MS
    // Without figures for comparison, the share does not grow.
    const goesOn = isTime && !worse.length && (!isOn || isKnown)
    await tasks.noteStage(task.id, seen, goesOn ? (stage.at + 1 < plan!.length ? 'grow' : 'all') : 'stay')
  }
  /** Continues tasks whose gate finished just before a process died. */
  async function resumeAfterGate(): Promise<void> {
    for (const { id } of await tasks.judged())
      await tasks.judge(id).catch((cause: unknown) => log.warn({ err: cause, task: id }, 'a gate could not be read'))
  }
  async function checkAll(): Promise<void> {
    await resumeAfterGate()
    const growing = await tasks.growing()
    if (growing.length) await queue.flush()
    for (const task of growing)
      await look(task).catch((cause: unknown) => log.warn({ err: cause, task: task.id }, 'the guard could not look'))
  }
  return {
    checkAll,
    resumeAfterGate,
    async start(): Promise<void> {
      await jobs.define(NAME, checkAll, { concurrency: 1, expireInSeconds: 300, retries: 0 })
      await jobs.schedule(NAME, 'sweep', '* * * * *', {})
    },
  }
}
