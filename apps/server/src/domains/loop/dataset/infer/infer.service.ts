import { isId } from '@orrery/contract/shared/is-id'
import { BATCH_LINES, BatchProvider, BatchStatus, ColumnRunStatus } from '@orrery/contract/shared/dataset-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { type BatchAnswer, batchLine, type Batches as Provider, takesBatches } from '#kit/models/batch.ts'
import type { ModelConfig } from '#kit/models/provider-config.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { newTrace } from '../column/asking.ts'
import { textAt } from '../column/column-pass.ts'
import { batchOf, type ColumnPlan, promptOf } from '../column/column-plan.ts'
import type { Batches, ColumnService } from '../column/column.service.ts'
import { type FillResult, resultOf } from '../column/fillers.ts'
import { inferErrors } from './infer.errors.ts'
import type { InferRepo } from './infer.repo.ts'
import { datasetInferTask, type InferTaskRow } from './infer.table.ts'

interface InferDeps {
  db: Db
  repo: InferRepo
  models: Pick<ModelService, 'resolve' | 'list'>
  /** A function, because the column service is created later and depends on this one. */
  columns(): Pick<ColumnService, 'questionsOf' | 'findRun' | 'resume' | 'endIdle'>
  providerOf(config: ModelConfig): Provider
  /** Records the usage of a batch. */
  meter(task: InferTaskRow, used: { inputTokens: number; outputTokens: number }): Promise<void>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
const PAGE = 500
const CHECK_JOB = 'dataset-infer-look'
const missing = {
  en: 'the batch ended before this row was answered. Run it for failed cells again',
  zh: '批次结束时该行尚未得到回答，请仅对失败的单元格重新运行',
}
const lineName = (itemId: string, round: number) => `${itemId}-${round}`

/** Batches of questions that a provider answers within a day. Tasks survive the death of their process. */
export function createInferService(deps: InferDeps) {
  const { db, repo, models, columns, providerOf, meter, jobs, newId, clock, log } = deps
  const isOfProvider = (plan: ColumnPlan) => batchOf(plan)?.batchInferprovider === BatchProvider.provider
  const modelOf = (task: InferTaskRow) => models.resolve(task.modelId || undefined, task.spaceId)
  const set = (task: InferTaskRow, fence: number, values: Partial<InferTaskRow>) =>
    repo.write(task.id, fence, (tx) => repo.set(task.id, values, tx))

  /** Stores every question, so that a process that takes over asks the same. */
  async function prepare(task: InferTaskRow, fence: number, plan: ColumnPlan): Promise<boolean> {
    const run = (await columns().findRun(task.runId))!
    const { next, write } = await columns().questionsOf(run)
    const { config } = await modelOf(task)
    const { temperature, top_p, max_tokens } = promptOf(plan).model
    let count = 0
    for (;;) {
      const tasks = await next(PAGE)
      if (!tasks.length) break
      const lines = tasks
        .filter(({ outputs }) => outputs.length)
        .flatMap(({ item, outputs }) => {
          const { system, prompt, schema, pictures } = write(item.turns[0] ?? {})
          if (pictures.length) throw inferErrors.noPictures()
          const before = Object.fromEntries(outputs.map(({ field: { key } }) => [key, textAt(item.turns, key)]))
          return Array.from({ length: task.params.inferTimes }, (_, round) => {
            const params = { temperature, top_p, max_tokens }
            const asked = { id: lineName(item.itemId, round), model: config.model, system, prompt, schema, params }
            return { taskId: task.id, itemId: item.itemId, round, request: batchLine(asked), before }
          })
        })
      count += lines.length
      if (count > BATCH_LINES) throw inferErrors.tooMany({ max: BATCH_LINES })
      if (lines.length && !(await repo.write(task.id, fence, (tx) => repo.addLines(lines, tx)))) return false
    }
    return set(task, fence, { status: BatchStatus.launching, traceId: newTrace() })
  }
  async function launch(task: InferTaskRow, fence: number): Promise<boolean> {
    const provider = providerOf((await modelOf(task)).config)
    const lines = await repo.lines(task.id)
    // There is nothing to ask: the run processes the rows without changing them.
    if (!lines.length) return set(task, fence, { status: BatchStatus.exporting })
    const { fileId } = task
    if (!fileId) {
      const uploaded = await provider.upload(lines.map(({ request }) => `${request}\n`).join(''))
      return set(task, fence, { fileId: uploaded })
    }
    const batchId = (fence > 1 && (await provider.find(task.id))) || (await provider.begin(fileId, task.id))
    return set(task, fence, { batchId, status: BatchStatus.inferring })
  }
  async function collect(task: InferTaskRow, fence: number): Promise<boolean> {
    const provider = providerOf((await modelOf(task)).config)
    const { state, problem, outputFile, errorFile } = await provider.look(task.batchId)
    if (state === 'failed') throw inferErrors.refused({ problem: problem || task.batchId })
    if (state !== 'ended') return false
    const answers: BatchAnswer[] = []
    for (const file of [outputFile, errorFile]) if (file) answers.push(...(await provider.read(file)))
    const read = answers.flatMap(({ id, text, problem: why }) => {
      const [, itemId, round] = /^(\d{1,19})-(\d)$/.exec(id) ?? []
      return itemId && isId(itemId) ? [{ itemId, round: Number(round), text, problem: why }] : []
    })
    const isMine = await repo.write(task.id, fence, async (tx) => {
      await repo.answer(task.id, read, missing, tx)
      await repo.set(task.id, { status: BatchStatus.exporting, problem: '', problemZh: '' }, tx)
    })
    const sum = (key: 'inputTokens' | 'outputTokens') => answers.reduce((n, one) => n + one[key], 0)
    if (isMine) await meter(task, { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') })
    return isMine
  }
  /** Performs one step after another until the task has to wait for the provider. */
  async function processTask(id: string, fence: number): Promise<void> {
    for (;;) {
      const found = await repo.find(id)
      if (!found || found.run.status > ColumnRunStatus.running) return
      const { task, run } = found
      if (run.isCancelled) {
        if (task.batchId) await providerOf((await modelOf(task)).config).stop(task.batchId)
        return void (await columns().endIdle(task.runId, ColumnRunStatus.terminated))
      }
      if (task.status >= BatchStatus.exporting) return columns().resume(task.runId)
      const steps = [() => prepare(task, fence, run.plan), () => launch(task, fence), () => collect(task, fence)]
      if (!(await steps[task.status]!())) return
    }
  }
  const leased = createLeasedWork({
    jobs,
    clock,
    log,
    name: 'dataset-infer',
    store: createLeaseStore(db, datasetInferTask, sql`status < 3 AND provider = ${BatchProvider.provider}`),
    async work(id, fence) {
      try {
        await processTask(id, fence)
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        const problem = { problem: cause.text('en'), problemZh: cause.text('zh-CN') }
        await repo.write(id, fence, (tx) => repo.set(id, problem, tx))
        // A refused request would be refused again. An unreachable provider may recover.
        const task = (await repo.find(id))?.task
        if (task && (cause.status < 500 || cause.code === ErrorCode.datasetInfer.refused))
          await columns().endIdle(task.runId, ColumnRunStatus.failed, problem.problem, problem.problemZh)
      } finally {
        await repo.release(id, fence)
      }
    },
  })
  /** Resumes a run whose answers are complete, in case the process that collected them died. */
  async function resumeAnswered(id: string): Promise<void> {
    const found = await repo.find(id)
    if (found && found.task.status >= BatchStatus.exporting && found.run.status <= ColumnRunStatus.running)
      await columns().resume(found.task.runId)
  }
  const scheduleCheck = (id: string) =>
    jobs
      .send(CHECK_JOB, { id }, { singletonKey: id })
      .catch((cause: unknown) => log.warn({ err: cause, id }, 'a batch waits for the next look'))

  const batches: Batches = {
    async require(plan, spaceId) {
      if (!batchOf(plan)) return
      const { id } = promptOf(plan).model
      const model = await models.resolve(id, spaceId)
      if (isOfProvider(plan) && !takesBatches(model.config)) throw inferErrors.notForBatches({ model: model.name })
    },
    async begin(run, plan, tx) {
      const batch = batchOf(plan)!
      const model = await models.resolve(promptOf(plan).model.id, run.spaceId)
      const now = clock.now()
      await repo.insert(
        {
          id: newId(),
          runId: run.id,
          datasetId: run.datasetId,
          spaceId: run.spaceId,
          name: run.name,
          provider: batch.batchInferprovider,
          modelId: model.id,
          model: model.name,
          params: batch.batchInferParam,
          createdBy: run.userId,
          createdAt: now,
          updatedAt: now,
        },
        tx,
      )
    },
    async requestCheck(runId) {
      const task = await repo.ofRun(runId)
      if (task?.provider !== BatchProvider.provider) return false
      await scheduleCheck(task.id)
      return true
    },
    async filler(runId, outputs) {
      const task = await repo.ofRun(runId)
      if (!task || task.status < BatchStatus.exporting) return undefined
      return async (turns, _signal, itemIds = []) => {
        const lines = Map.groupBy(await repo.linesOf(task.id, itemIds), ({ itemId }) => itemId)
        return itemIds.map((itemId, at): FillResult | undefined => {
          const own = lines.get(itemId)
          // The row was added later, or a person has changed one of its cells.
          if (!own?.[0] || Object.entries(own[0].before).some(([key, text]) => textAt([turns[at] ?? {}], key) !== text))
            return undefined
          const said = own.flatMap(({ answer }) => answer ?? [])
          if (!said.length) return { problem: { en: own[0].problem, zh: own[0].problemZh } }
          const { modelId, model, traceId } = task
          return resultOf(
            said.map((text) => ({ text, modelId, model, traceId })),
            outputs,
          )
        })
      }
    },
  }
  return {
    batches,
    async get(spaceId: string, id: string) {
      const found = await repo.inSpace(spaceId, id)
      if (!found) throw errors.notFound({ what: 'task' })
      return found
    },
    /** Stores a problem that a program reports, and checks the task at once. */
    async report(spaceId: string, id: string, reported: string): Promise<void> {
      const { task } = await this.get(spaceId, id)
      await repo.set(id, { reported })
      if (task.provider === BatchProvider.provider) await scheduleCheck(id)
    },
    /** Models that a person can use in any of their spaces. */
    async modelsOf(userId: string, provider: number | undefined) {
      const found = new Map<string, Awaited<ReturnType<ModelService['list']>>[number]>()
      for (const spaceId of await repo.spacesOf(userId))
        for (const model of await models.list(spaceId)) found.set(model.id, model)
      const isOffered = provider === BatchProvider.provider ? takesBatches : () => true
      return [...found.values()].filter(({ type, enabled, config }) => type === 0 && enabled && isOffered(config))
    },
    async start(): Promise<void> {
      await leased.start()
      await jobs.define<{ id?: string }>(
        CHECK_JOB,
        async ({ id }) => {
          if (id === undefined) for (const one of await repo.open(BatchProvider.provider)) await scheduleCheck(one)
          else if (!(await leased.run(id))) await resumeAnswered(id)
        },
        { onePerKey: true, concurrency: 2 },
      )
      await jobs.schedule(CHECK_JOB, 'all', '* * * * *', {})
    },
  }
}
export type InferService = ReturnType<typeof createInferService>
