import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { faultOfCall, type Finished, type Pass } from '#kit/sweep/pass.ts'
import { createSweep } from '#kit/sweep/sweep.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import type { EvaluatorService, ReadyEvaluator } from '#domains/loop/evaluator/evaluator.service.ts'
import type { ItemRow } from '#domains/loop/dataset/dataset.table.ts'
import type { PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import type { BatchRepo, Place } from './batch.repo.ts'
import { promptRunErrors } from './prompt-run.errors.ts'
import { type BatchResult, type BatchRow, promptBatch } from './prompt-run.table.ts'
import type { RunService } from './run.service.ts'

type JudgeFields = Record<string, string>
export interface BatchDeps {
  db: Db
  repo: BatchRepo
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
  runs: RunService
  evaluators: Pick<EvaluatorService, 'ready'>
  judge(
    evaluator: ReadyEvaluator,
    spaceId: string,
    fields: JudgeFields,
    signal: AbortSignal,
  ): Promise<{ score: number; reasoning: string }>
  /** Key of a prompt, and whether its texts are kept out of traces. */
  aboutPrompt(id: string): Promise<{ key: string; isSecret: boolean } | undefined>
  /** Called when a batch has ended. */
  onEnded(id: string): Promise<void>
}
export interface NewBatch {
  promptId: string
  spaceId: string
  version: string
  detail: PromptDetail
  datasetId: string
  evaluatorVersionId: string | undefined
  userId: string
  /** Whether the batch belongs to a release gate; such a batch is not remembered as the person's last case. */
  isForGate?: boolean
}
const AT_A_TIME = 5
const MAX_OUTPUT = 100_000

/** Runs a prompt over the rows of a dataset as held work. Rows with a stored result are not run or judged again. */
export function createBatchService(deps: BatchDeps) {
  const { db, repo, jobs, newId, clock, log, runs, evaluators, judge, aboutPrompt, onEnded } = deps
  const work = createSweep<ItemRow, BatchResult>({
    name: 'prompt-batch',
    store: createLeaseStore(db, promptBatch, sql`status = 'open'`),
    jobs,
    clock,
    log,
    open,
    finish,
  })

  async function open(id: string, fence: number): Promise<Pass<ItemRow, BatchResult> | undefined> {
    const batch = await repo.find(id)
    const about = batch && (await aboutPrompt(batch.promptId))
    if (!batch || !about) return undefined
    const names = await repo.columns(batch.datasetId)
    const chosen = batch.evaluatorVersionId
    const evaluator = chosen ? (await evaluators.ready(batch.spaceId, [chosen])).get(chosen) : undefined
    const inputOf = ({ turns }: ItemRow) =>
      Object.fromEntries(
        Object.entries(turns[0] ?? {}).flatMap(([key, cell]) => {
          const name = names.get(key)
          return name === undefined ? [] : [[name, cell.text ?? '']]
        }),
      )
    let after: Place
    return {
      window: AT_A_TIME,
      retries: 3,
      async next(limit) {
        const items = await repo.next(batch, after, limit)
        const last = items.at(-1)
        if (last) after = { pos: last.pos, itemId: last.itemId }
        return items
      },
      work: (item, signal) => one(batch, about, evaluator, item.itemId, inputOf(item), signal),
      failed: (item, cause) => ({ batchId: id, itemId: item.itemId, input: inputOf(item), ...problemOf(cause) }),
      faultOf: faultOfCall,
      write: (results) => repo.write(id, fence, results),
      isCancelled: async () => (await repo.find(id))?.status !== 'open',
    }
  }
  /** Runs one row; its columns fill the variables of the same name. */
  async function one(
    batch: BatchRow,
    about: { key: string; isSecret: boolean },
    evaluator: ReadyEvaluator | undefined,
    itemId: string,
    input: Record<string, string>,
    signal: AbortSignal,
  ): Promise<BatchResult> {
    const request = {
      spaceId: batch.spaceId,
      userKey: batch.createdBy,
      detail: batch.detail,
      version: batch.version,
      ...about,
      values: Object.entries(input).map(([key, value]) => ({ key, value })),
      messages: [],
      answersTools: true,
      scene: 'task' as const,
      signal,
    }
    const said = await runs.run(request, await runs.prepare(request))
    const output = said.text.slice(0, MAX_OUTPUT)
    const score = evaluator && (await judge(evaluator, batch.spaceId, { ...input, output }, signal))
    const { traceId, inputTokens, outputTokens } = said
    return {
      batchId: batch.id,
      itemId,
      input,
      output,
      traceId,
      inputTokens,
      outputTokens,
      ...(score && { score: score.score, reason: score.reasoning }),
    }
  }
  async function finish(id: string, fence: number, outcome: Finished): Promise<void> {
    if (outcome.end !== 'stopped') {
      if (outcome.end === 'done') await repo.end(id, fence, 'done')
      return onEnded(id)
    }
    const { problem, problemZh } = problemOf(outcome.cause)
    await repo.end(id, fence, 'stopped', problem, problemZh)
    await onEnded(id)
  }

  async function get(promptId: string, id: string): Promise<BatchRow> {
    const found = await repo.find(id)
    if (found?.promptId !== promptId) throw errors.notFound({ what: 'run' })
    return found
  }
  return {
    get,
    find: repo.find,
    async start(given: NewBatch): Promise<string> {
      const { userId, evaluatorVersionId, isForGate, ...rest } = given
      const total = await repo.countItems(given.datasetId)
      if (!total) throw promptRunErrors.noRows()
      if (evaluatorVersionId && !(await evaluators.ready(given.spaceId, [evaluatorVersionId])).size)
        throw promptRunErrors.noEvaluator()
      const id = newId()
      await repo.add(
        {
          ...rest,
          id,
          evaluatorVersionId: evaluatorVersionId ?? null,
          status: 'open',
          problem: '',
          problemZh: '',
          total,
          createdBy: userId,
          createdAt: clock.now(),
          endedAt: 0,
          leaseUntil: 0,
          fence: 0,
        },
        isForGate ? undefined : newId(),
      )
      await work.enqueue(id)
      return id
    },
    /** Dataset and evaluator of the last batch of a prompt; created empty on first use. */
    async caseOf(promptId: string) {
      if (!(await aboutPrompt(promptId))) throw errors.notFound({ what: 'prompt' })
      return repo.caseOf(promptId, newId())
    },
    list: repo.list,
    figures: repo.figures,
    rows: repo.rows,
    async cancel(promptId: string, id: string): Promise<void> {
      await get(promptId, id)
      if (!(await repo.cancel(id))) throw promptRunErrors.notRunning()
    },
    /** Runs in this process, for tests. */
    run: work.run,
    startWork: work.start,
  }
}
export type BatchFigures = Awaited<ReturnType<BatchRepo['figures']>>
export type BatchService = ReturnType<typeof createBatchService>

const problemOf = (cause: unknown) =>
  cause instanceof AppError
    ? { problem: cause.text('en'), problemZh: cause.text('zh-CN') }
    : { problem: 'The run failed', problemZh: '运行失败' }
