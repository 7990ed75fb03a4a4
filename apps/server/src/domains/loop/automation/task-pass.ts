import { WorkedStatus } from '@orrery/contract/shared/automation-enums'
import type { Clock } from '#kit/clock.ts'
import type { NewId } from '#kit/ids.ts'
import { sha256 } from '#kit/secrets.ts'
import { faultOfCall, type Pass } from '#kit/sweep/pass.ts'
import type { FullSpan } from '#domains/loop/observation/observation.service.ts'
import type { Place } from '#domains/loop/observation/shared/page-token.ts'
import type { SpanChoice, SpanSource } from '#domains/loop/observation/span-source.service.ts'
import type { AutomationRepo } from './automation.repo.ts'
import type { TaskRow, WorkedRow } from './automation.table.ts'
import { problemOf, type SpanResult, type Worker } from './workers.ts'

/** Spans may arrive late: each pass looks again at traces that began within this time. */
const MAX_DELAY_US = 3_600_000_000
/** A trace counts as complete this long after its root arrived. */
const SETTLED_MS = 30_000
const WINDOW = 4
const RETRIES = 2
const DAY_MS = 86_400_000

interface Item {
  span: FullSpan
  reason: '' | 'not_sampled' | 'enough'
}
interface Result {
  span: FullSpan
  reason: Item['reason']
  worked: SpanResult
  status: WorkedRow['status']
}
export interface PassDeps {
  repo: AutomationRepo
  source: SpanSource
  task: TaskRow
  fence: number
  worker: Worker
  newId: NewId
  clock: Clock
}
export interface TaskPass extends Pass<Item, Result> {
  /** Microseconds: the time up to which spans have been processed. */
  seenTo: number
  isOverLimit(): boolean
}

export const choiceOf = ({ spaceId, rule }: Pick<TaskRow, 'spaceId' | 'rule'>): Omit<SpanChoice, 'from' | 'to'> => ({
  spaceId,
  filters: rule.span_filters.filters,
  platform: rule.span_filters.platform_type,
  listType: rule.span_filters.span_list_type,
})
/** Decides by a hash, so that every attempt gives the same result for a trace. */
const isSampled = (taskId: string, traceId: string, rate: number) =>
  rate >= 1 || Number.parseInt(sha256(`${taskId}/${traceId}`).slice(0, 8), 16) / 0x1_0000_0000 < rate

/** When the current cycle began; cycles are counted from the start of the automation. */
function cycleStart({ rule: { sampler }, startAt }: Pick<TaskRow, 'rule' | 'startAt'>, now: number): number {
  if (!sampler.is_cycle) return 0
  const length = sampler.cycle_interval * DAY_MS * (sampler.cycle_time_unit === 'week' ? 7 : 1)
  return startAt + Math.floor(Math.max(0, now - startAt) / length) * length
}

/** Opens one pass over the matching spans: first the backfill, then what has arrived since. */
export async function openTaskPass({ repo, source, task, fence, worker, newId, clock }: PassDeps): Promise<TaskPass> {
  const { id, rule, config } = task
  const { sampler, backfill_effective_time: back } = rule
  const usage = await repo.usage(id, cycleStart(task, clock.now()))
  const settled = (clock.now() - SETTLED_MS) * 1000
  const end = task.endAt ? Math.min(settled, task.endAt * 1000) : settled
  const windows = [
    ...(back && !task.isBackfilled ? [{ from: back.start_at * 1000, to: Math.min(back.end_at * 1000, settled) }] : []),
    { from: Math.max(task.startAt * 1000, task.seenTo - MAX_DELAY_US), to: end },
  ]
  let after: Place | undefined
  let spent = usage.cost
  let isCostLimitReached = false

  const isQuotaReached = () =>
    (sampler.sample_size > 0 && usage.total >= sampler.sample_size) ||
    (sampler.is_cycle && sampler.cycle_count > 0 && usage.inCycle >= sampler.cycle_count)
  function decide(span: FullSpan): Item {
    if (!isSampled(id, span.traceId, sampler.sample_rate)) return { span, reason: 'not_sampled' }
    if (isQuotaReached()) return { span, reason: 'enough' }
    usage.total += 1
    usage.inCycle += 1
    return { span, reason: '' }
  }
  const rowOf = ({ span, reason, worked, status }: Result): WorkedRow => ({
    taskId: id,
    traceId: span.traceId,
    spanId: span.spanId,
    startedAt: span.startedAt,
    status,
    reason,
    problem: worked.problem?.en ?? '',
    problemZh: worked.problem?.zh ?? '',
    cost: worked.scores.reduce((sum, { judgement }) => sum + judgement.cost, 0),
    createdAt: clock.now(),
  })
  const scoresOf = ({ span, worked }: Result) =>
    worked.scores.map(({ evaluator, judgement }) => ({
      id: newId(),
      spaceId: task.spaceId,
      traceId: span.traceId,
      spanId: span.spanId,
      startedAt: span.startedAt,
      taskId: id,
      evaluatorVersionId: evaluator.versionId,
      evaluatorName: evaluator.name,
      evaluatorVersion: evaluator.version,
      score: judgement.score,
      reasoning: judgement.reasoning,
      judgeTraceId: judgement.traceId,
      createdAt: clock.now(),
    }))

  return {
    window: WINDOW,
    retries: RETRIES,
    seenTo: Math.max(task.seenTo, end),
    isOverLimit: () => isCostLimitReached,
    async next(limit) {
      for (;;) {
        const range = windows[0]
        if (!range) return []
        if (config.cost_limit > 0 && spent >= config.cost_limit) {
          isCostLimitReached = true
          return []
        }
        const found =
          range.from < range.to ? await source.unprocessed(id, { ...choiceOf(task), ...range }, after, limit) : []
        after = found.at(-1)?.place
        if (found.length) return found.map(({ span }) => decide(span))
        windows.shift()
        after = undefined
      }
    },
    async work({ span, reason }, signal) {
      if (reason) return { span, reason, worked: { scores: [] }, status: WorkedStatus.skipped }
      const worked = await worker(span, signal)
      spent += worked.scores.reduce((sum, { judgement }) => sum + judgement.cost, 0)
      return { span, reason, worked, status: worked.problem ? WorkedStatus.failed : WorkedStatus.done }
    },
    failed: ({ span, reason }, cause) => ({
      span,
      reason,
      worked: { scores: [], problem: problemOf(cause) },
      status: WorkedStatus.failed,
    }),
    faultOf: faultOfCall,
    write: (results) => repo.write(id, fence, results.map(rowOf), results.flatMap(scoresOf)),
    isCancelled: async () => (await repo.status(id)) !== 'running',
  }
}
