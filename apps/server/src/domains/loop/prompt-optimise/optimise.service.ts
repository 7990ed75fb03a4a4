import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import type { BatchService } from '#domains/loop/prompt-run/batch.service.ts'
import type { DraftService } from '#domains/resources/prompt/draft.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { SegmentService } from '#domains/resources/prompt/segment.service.ts'
import { isSecret, type PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { type AskingDeps, createAsking, textAt, withText } from './asking.ts'
import { optimise } from './engine.ts'
import { optimiseErrors } from './prompt-optimise.errors.ts'
import type { OptimiseRepo } from './prompt-optimise.repo.ts'
import {
  type OptimisePlan,
  type OptimiseRunRow,
  type OptimiseTaskRow,
  promptOptimiseRun,
  RunStatus,
} from './prompt-optimise.table.ts'
import { MIN_ROWS } from './split.ts'

export interface OptimiseDeps extends Pick<AskingDeps, 'runs' | 'evaluators' | 'judge'> {
  db: Db
  repo: OptimiseRepo
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
  prompts: PromptService
  drafts: DraftService
  segments: Pick<SegmentService, 'expand'>
  batches: Pick<BatchService, 'caseOf'>
  /** Whether a dataset belongs to a space, so that its rows may be used there. */
  isDatasetOf(spaceId: string, datasetId: string): Promise<boolean>
}
export interface NewOptimiseTask {
  spaceId: string
  promptId: string
  version: string
  name: string
  description: string
  isVisible: boolean
  plan: Partial<OptimisePlan>
}
/** Thrown when another process has taken over the run or it was cancelled; its current work is discarded. */
class RunAborted extends Error {}
const usual = { calls: 400, cost: 0, minutes: 60 }

/** Tasks that improve a prompt, and their runs as held work. A resumed run repeats no stored model call. */
export function createOptimiseService(deps: OptimiseDeps) {
  const { db, repo, jobs, newId, clock, log, prompts, drafts, segments } = deps
  const work = createLeasedWork({
    name: 'prompt-optimise',
    store: createLeaseStore(db, promptOptimiseRun, sql`status IN (1, 2)`),
    jobs,
    clock,
    log,
    work: search,
  })

  async function search(id: string, fence: number): Promise<void> {
    const found = await repo.run(id)
    const task = found && (await repo.task(found.taskId))
    const prompt = task && (await prompts.find(task.promptId))
    if (!found || !prompt) return
    const startedAt = found.startedAt || clock.now()
    if (!(await repo.setHeld(id, fence, { status: RunStatus.running, startedAt }))) return
    const run = { ...found, startedAt }
    const stop = new AbortController()
    const end = async (change: Partial<OptimiseRunRow>) => {
      await repo.setHeld(id, fence, { ...change, endedAt: clock.now() })
    }
    try {
      const ports = await createAsking(run, {
        ...deps,
        key: prompt.prompt.key,
        isSecret: isSecret(prompt.prompt.securityLevel),
        known: await repo.calls(id),
        expand: (detail) => segments.expand(run.spaceId, prompt.head.id, detail),
        async keep(key, call) {
          if (await repo.keep(id, fence, key, call)) return
          stop.abort()
          throw new RunAborted()
        },
        now: clock.now,
        signal: stop.signal,
      })
      const result = await optimise(textAt(run.detail, run.plan.message), run.plan.rows, run.id, ports)
      await end({ status: RunStatus.completed, result })
    } catch (cause) {
      if (cause instanceof RunAborted || stop.signal.aborted) return
      stop.abort()
      const isKnown = cause instanceof AppError
      if (!isKnown) log.warn({ err: cause, run: id }, 'an optimisation failed')
      const [problem, problemZh] = isKnown
        ? [cause.text('en'), cause.text('zh-CN')]
        : ['The run failed. Go on with it later', '执行失败，请稍后继续']
      await end({ status: RunStatus.failed, problem, problemZh })
    }
  }

  async function get(id: string): Promise<OptimiseTaskRow> {
    const found = await repo.task(id)
    if (!found) throw errors.notFound({ what: 'task' })
    return found
  }
  async function getRun(taskId: string, id: string): Promise<OptimiseRunRow> {
    const found = await repo.run(id)
    if (found?.taskId !== taskId) throw errors.notFound({ what: 'run' })
    return found
  }
  /** Completes a plan with the dataset and evaluator of the last batch of the prompt. */
  async function wholePlan(task: OptimiseTaskRow, more: Partial<OptimisePlan>): Promise<OptimisePlan> {
    const given = { ...task.plan, ...more }
    const last = given.datasetId ? undefined : await deps.batches.caseOf(task.promptId)
    const datasetId = given.datasetId ?? last?.datasetId ?? ''
    const evaluatorVersionId = given.evaluatorVersionId ?? last?.evaluatorVersionId ?? ''
    const strategy = given.strategy ?? (evaluatorVersionId ? 2 : 1)
    if (!datasetId || !(await deps.isDatasetOf(task.spaceId, datasetId))) throw optimiseErrors.noDataset()
    const isReady = async () => (await deps.evaluators.ready(task.spaceId, [evaluatorVersionId])).size > 0
    if (strategy === 2 && !(evaluatorVersionId && (await isReady()))) throw optimiseErrors.noEvaluator()
    const budget = { ...usual, ...given.budget }
    return { datasetId, strategy, evaluatorVersionId, budget, criticModelId: given.criticModelId ?? '' }
  }
  return {
    get,
    find: repo.task,
    getRun,
    tasks: repo.tasks,
    runs: repo.runs,
    used: repo.used,
    calls: repo.calls,
    async create(given: NewOptimiseTask, userId: string): Promise<OptimiseTaskRow> {
      if (given.version) await drafts.version(given.promptId, given.version)
      const now = clock.now()
      const row = { ...given, id: newId(), createdBy: userId, createdAt: now, updatedAt: now }
      await repo.addTask(row)
      return row
    },
    async change(id: string, change: Partial<NewOptimiseTask>): Promise<void> {
      const task = await get(id)
      if (change.version) await drafts.version(task.promptId, change.version)
      await repo.changeTask(id, { ...change, plan: { ...task.plan, ...change.plan } })
    },
    remove: (id: string) => repo.removeTask(id),
    async exec(id: string, userId: string, more: Partial<OptimisePlan>): Promise<OptimiseRunRow> {
      const task = await get(id)
      const plan = await wholePlan(task, more)
      const { detail } = task.version
        ? await drafts.version(task.promptId, task.version)
        : await drafts.draft(task.promptId, userId)
      const message = messageOf(detail)
      if (message < 0) throw optimiseErrors.nothingToChange()
      const rows = await repo.rows(plan.datasetId)
      if (rows.length < MIN_ROWS) throw optimiseErrors.tooFewRows({ count: rows.length, least: MIN_ROWS })
      const run: OptimiseRunRow = {
        id: newId(),
        taskId: id,
        spaceId: task.spaceId,
        version: task.version,
        detail,
        plan: { ...plan, rows, message },
        status: RunStatus.init,
        problem: '',
        problemZh: '',
        result: null,
        createdBy: userId,
        createdAt: clock.now(),
        startedAt: 0,
        endedAt: 0,
        leaseUntil: 0,
        fence: 0,
      }
      await repo.addRun(run)
      await repo.changeTask(id, { plan })
      await work.enqueue(run.id)
      return run
    },
    async cancel(taskId: string, id: string): Promise<void> {
      await getRun(taskId, id)
      if (!(await repo.cancel(id))) throw optimiseErrors.notRunning()
    },
    async resume(taskId: string, id: string): Promise<void> {
      await getRun(taskId, id)
      if (!(await repo.reopen(id))) throw optimiseErrors.ended()
      await work.enqueue(id)
    },
    async removeRun(taskId: string, id: string): Promise<void> {
      await getRun(taskId, id)
      await repo.removeRun(id)
    },
    /** Writes the chosen text into the person's draft; other parts of the draft stay unchanged. */
    async adopt(taskId: string, id: string, candidateId: string, userId: string): Promise<void> {
      const [task, run] = [await get(taskId), await getRun(taskId, id)]
      const proof = run.result?.proofs.find(({ candidate }) => candidate.id === candidateId)
      if (!proof) throw optimiseErrors.noResult()
      const { messages } = withText(run.detail, run.plan.message, proof.candidate.text)
      await drafts.save(task.promptId, userId, { prompt_text: { message_list: messages } }, {})
    },
    /** Runs in this process, for tests. */
    run: work.run,
    start: work.start,
  }
}
export type OptimiseService = ReturnType<typeof createOptimiseService>

/** Index of the system message, or of the first message with text. */
function messageOf({ messages }: PromptDetail): number {
  const has = (at: number) =>
    Boolean(messages[at]?.content?.trim()) && messages[at]!.message_type !== PromptMessageType.placeholder
  const system = messages.findIndex(({ message_type: type }, at) => type === PromptMessageType.system && has(at))
  return system >= 0 ? system : messages.findIndex((_, at) => has(at))
}
