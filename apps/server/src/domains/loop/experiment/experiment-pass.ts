import { TurnState } from '@orrery/contract/shared/evaluation-enums'
import type { Clock } from '#kit/clock.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { faultOfCall, type Pass } from '#kit/sweep/pass.ts'
import type { ItemRow, SchemaRow } from '#domains/loop/dataset/dataset.table.ts'
import { evalTargetErrors } from '#domains/loop/eval-target/eval-target.errors.ts'
import type { RunTarget } from '#domains/loop/eval-target/shared/target-run.ts'
import type { Judge, Judgement } from '#domains/loop/evaluator/judge.service.ts'
import { isScoredExternally, normalScore } from '#domains/loop/evaluator/shared/evaluator-inputs.ts'
import type { ExperimentRepo, Place, TurnResult } from './experiment.repo.ts'
import type { ExperimentRow, NewScore, ScoreRow, TurnRow, UsedEvaluator } from './experiment.table.ts'
import { mapped, mediaOf, valuesOf } from './mapping.ts'
import type { ProgressFeed } from './progress.ts'

type Field = SchemaRow['fields'][number]
type Turn = ItemRow['turns'][number]

/** One turn in progress. Its scores and output survive a retry of the turn. */
interface Work {
  row: TurnRow
  values: Record<string, string>
  input: Record<string, string>
  media: ReturnType<typeof mediaOf>
  known: Set<string>
  scores: Map<string, NewScore>
  isLast: boolean
  fault?: unknown
}
interface Job extends Place {
  turns: Work[]
}
export interface PassDeps {
  repo: ExperimentRepo
  row: ExperimentRow
  fence: number
  run: RunTarget
  judge: Judge
  fields: Field[]
  /** Rows as they are in the version of the dataset. */
  contentsOf(itemIds: string[]): Promise<Map<string, Turn[]>>
  newId: NewId
  clock: Clock
  isOpen(): Promise<boolean>
  /** Whether a program submits the outputs; turns without an output are then skipped. */
  isPulled: boolean
  /** Whether the outputs are already in the dataset, so that no target runs. */
  isStored: boolean
  /** Persona of the target, for evaluators that need it. */
  persona: string
  progress: Awaited<ReturnType<ProgressFeed['begin']>>
}
/** End user that a row runs as. All data of users below the part before the slash is deleted with the experiment. */
const endUserOf = (experimentId: string, { itemId, trial }: Pick<Place, 'itemId' | 'trial'>): string =>
  `eval-${experimentId}/${itemId}-${trial}`

const MAX_PROBLEM = 4000
/** How long an experiment runs before it yields to waiting experiments of other spaces. */
const SLICE_MS = 20_000
export const problemOf = (cause: unknown) => {
  const known = cause instanceof AppError ? cause : errors.internal()
  // Include the traceback of the user's code.
  const logs = known.data as { traceback?: string } | undefined
  const more = logs?.traceback ? `\n${logs.traceback}` : ''
  return {
    errorCode: known.code,
    error: (known.text('en') + more).slice(0, MAX_PROBLEM),
    errorZh: (known.text('zh-CN') + more).slice(0, MAX_PROBLEM),
  }
}
/** Concurrency for rows that need only local CPU time: large batches share writes and sandbox starts. */
const CHEAP_WINDOW = 100
/** Number of stored rows fetched and written per query, because fetching one costs more than scoring it. */
const STORED_FETCH_SIZE = 500
/** Number of rows fetched per query when a target runs, because a query per row would cost more than storing scores. */
const FETCH_SIZE = 50
/** Whether scoring calls no model or program, and starts no process per row. */
const isCheap = ({ content }: Pick<UsedEvaluator, 'content'>) =>
  content.kind === 'rule' ? content.rule !== 'regex' : content.kind !== 'judge' && content.kind !== 'callback'
async function inParallel<T>(list: T[], most: number, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list]
  const lane = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(most, list.length) }, lane))
}

/** One pass over the rows of an experiment: skips complete rows and processes the rest. */
export function openExperimentPass(deps: PassDeps): Pass<Job, TurnResult[]> {
  const { repo, row, fence, run, judge, fields, progress, newId, clock } = deps
  const { id, spaceId, evaluators, conf } = row
  const computed = evaluators.filter(({ content }) => !isScoredExternally(content))
  let after: Place | undefined
  let ready: Job[] = []
  /** Turns handed out but not yet marked as processing. */
  let unmarked: string[] = []
  let sliceFrom = clock.now()

  async function jobsOf(rows: TurnRow[]): Promise<Job[]> {
    const [contents, scores] = await Promise.all([
      deps.contentsOf([...new Set(rows.map(({ itemId }) => itemId))]),
      repo.scoresOf(rows.map((one) => one.id)),
    ])
    const good = Map.groupBy(
      scores.filter(({ status }) => status === 1),
      (score) => score.turnId!,
    )
    const works = rows.map((one): Work => {
      const turn = contents.get(one.itemId)?.[one.turn] ?? {}
      const values = valuesOf(turn, fields)
      const media = mediaOf(row.targetMapping, turn, fields)
      const known = new Set((good.get(one.id) ?? []).map((score: ScoreRow) => score.evaluatorVersionId))
      const isLast = one.turn >= (contents.get(one.itemId)?.length ?? 1) - 1
      return { row: one, values, media, input: mapped(row.targetMapping, values), known, scores: new Map(), isLast }
    })
    const byPlace = Map.groupBy(works, (work) => `${work.row.itemId}/${work.row.trial}`)
    return [...byPlace.values()].map((turns) => {
      const { pos, itemId, trial } = turns[0]!.row
      return { pos, itemId, trial, turns }
    })
  }
  async function runTarget(job: Job, work: Work, signal: AbortSignal): Promise<void> {
    const earlier = job.turns.filter((one) => one.row.turn < work.row.turn)
    const place = { spaceId, userId: row.createdBy, endUser: endUserOf(id, job), signal }
    const given = await run(place, {
      fields: work.input,
      media: work.media,
      history: earlier.map((one) => ({ input: one.input.input ?? '', output: one.row.outputs.actual_output ?? '' })),
      runId: work.row.workflowRunId ?? undefined,
      noteRun: async (runId, write) => {
        await write('UPDATE experiment_turn SET workflow_run_id = $1 WHERE id = $2', [runId, work.row.id])
        work.row.workflowRunId = runId
      },
    })
    // Stored outputs are written with the scores, because they can be read from the dataset again.
    if (!deps.isStored && !(await repo.saveOutput(id, fence, work.row.id, work.input, given))) throw errors.internal()
    work.row = { ...work.row, hasOutput: true, ...given }
    progress.used(given.inputTokens, given.outputTokens, given.cost)
  }
  function scoreRow(work: Work, evaluator: UsedEvaluator, values: Record<string, string>, ms: number) {
    return {
      id: newId(),
      experimentId: id,
      turnId: work.row.id,
      spaceId,
      evaluatorVersionId: evaluator.versionId,
      evaluatorId: evaluator.evaluatorId,
      fields: values,
      ms,
      createdBy: row.createdBy,
      createdAt: clock.now(),
    }
  }
  async function score(work: Work, evaluator: UsedEvaluator, signal: AbortSignal): Promise<void> {
    const values = {
      ...mapped(evaluator.fromSet, work.values),
      ...mapped(evaluator.fromTarget, { ...factsOf(work.row, deps.persona), ...work.row.outputs }),
    }
    const began = performance.now()
    const ms = () => Math.round(performance.now() - began)
    try {
      const given = await judge(evaluator, spaceId, values, signal)
      work.scores.set(evaluator.versionId, {
        ...scoreRow(work, evaluator, values, ms()),
        ...givenOf(evaluator, given),
      })
    } catch (cause) {
      if (signal.aborted) throw cause
      work.fault ??= cause
      work.scores.set(evaluator.versionId, {
        ...scoreRow(work, evaluator, values, ms()),
        status: 2,
        ...problemOf(cause),
      })
    }
  }
  const missing = ({ row: turn, isLast, known, scores }: Work) =>
    computed.filter(
      (one) => !known.has(one.versionId) && scores.get(one.versionId)?.status !== 1 && appliesTo(one, turn, isLast),
    )
  const isDone = (work: Work) => work.row.hasOutput && !missing(work).length

  function resultOf(job: Job): TurnResult[] {
    return job.turns.map((work) => {
      const problem = isDone(work)
        ? { errorCode: 0, error: '', errorZh: '' }
        : problemOf(work.fault ?? evalTargetErrors.notRun())
      const state = isDone(work) ? TurnState.success : TurnState.fail
      const outputs = deps.isStored && work.row.hasOutput ? { outputs: work.row.outputs } : {}
      return {
        turnId: work.row.id,
        state,
        input: work.input,
        ...problem,
        ...outputs,
        scores: [...work.scores.values()],
      }
    })
  }
  return {
    window: deps.isStored && computed.every(isCheap) ? Math.max(conf.items, CHEAP_WINDOW) : conf.items,
    retries: conf.retries,
    async givesWay() {
      if (clock.now() - sliceFrom < SLICE_MS) return false
      sliceFrom = clock.now()
      return repo.doOthersWait(spaceId)
    },
    ...(deps.isStored && { ahead: STORED_FETCH_SIZE }),
    async next(limit) {
      if (!ready.length) {
        const { isPulled, isStored } = deps
        // Submitted outputs are taken in small portions as they arrive.
        const most = isStored ? STORED_FETCH_SIZE : isPulled ? limit : Math.max(limit, FETCH_SIZE)
        const rows = await repo.take(id, fence, after, most, { isPulled })
        if (!rows?.length) return []
        ready = await jobsOf(rows)
        after = ready.at(-1)
      }
      const jobs = ready.splice(0, limit)
      const turns = jobs.flatMap((job) => job.turns.map((work) => work.row.id))
      if (!deps.isStored) unmarked.push(...turns)
      progress.taken(turns.length)
      return jobs
    },
    async work(job, signal) {
      let fault: unknown
      for (const work of job.turns) {
        delete work.fault
        if (isDone(work)) continue
        if (!work.row.hasOutput)
          try {
            await runTarget(job, work, signal)
          } catch (cause) {
            // Let a retry start a new run of the workflow.
            work.row.workflowRunId = null
            work.fault = cause
            throw cause
          }
        await inParallel(missing(work), conf.evaluators, (evaluator) => score(work, evaluator, signal))
        fault ??= work.fault
        if (work.fault !== undefined && faultOfCall(work.fault) !== 'final') break
      }
      if (fault !== undefined) throw fault
      return resultOf(job)
    },
    failed: (job) => resultOf(job),
    faultOf(cause) {
      const fault = faultOfCall(cause)
      if (fault === 'throttled') progress.slowed()
      return fault
    },
    async write(results) {
      const isMine = await repo.write(id, fence, results.flat())
      if (isMine) progress.add(results.flat())
      return isMine
    },
    async isCancelled() {
      const turnIds = unmarked
      unmarked = []
      if (turnIds.length) await repo.mark(id, fence, turnIds)
      return !(await deps.isOpen())
    },
  }
}

const callsIn = (trajectory: string): number => {
  try {
    return (JSON.parse(trajectory) as unknown[]).length
  } catch {
    return 0
  }
}
const factsOf = (row: TurnRow, persona: string): Record<string, string> => ({
  latency_ms: String(row.ms),
  tokens: String(row.inputTokens + row.outputTokens),
  cost: String(row.cost),
  calls: String(callsIn(row.outputs.trajectory ?? '[]')),
  persona,
})
/** Whether an evaluator applies to a turn. */
function appliesTo(
  { granularity, only, except }: Pick<UsedEvaluator, 'granularity' | 'only' | 'except'>,
  { itemId, turn }: Pick<TurnRow, 'itemId' | 'turn'>,
  isLast: boolean,
): boolean {
  if (granularity === 2 && !isLast) return false
  const places = [itemId, `${itemId}/${turn + 1}`]
  if (only && !places.some((place) => only.includes(place))) return false
  return !except?.some((place) => places.includes(place))
}

export const givenOf = (evaluator: Pick<UsedEvaluator, 'content'>, given: Judgement) => ({
  status: 1 as const,
  score: given.score,
  normal: normalScore(evaluator.content, given.score),
  reason: given.reasoning,
  isOffline: given.isOffline,
  traceId: given.traceId,
  inputTokens: given.inputTokens,
  outputTokens: given.outputTokens,
  cost: given.cost,
  errorCode: 0,
  error: '',
  errorZh: '',
})
