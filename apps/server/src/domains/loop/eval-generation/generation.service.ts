import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, violates } from '#kit/db.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { currentUse } from '#kit/models/model-use.ts'
import { faultOfCall, type Pass } from '#kit/sweep/pass.ts'
import { createSweep } from '#kit/sweep/sweep.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { evaluatorErrors } from '#domains/loop/evaluator/evaluator.errors.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import { knowledgeSlice } from '#domains/resources/knowledge/knowledge.table.ts'
import { generationErrors } from './eval-generation.errors.ts'
import {
  evalGeneration,
  evalGenerationRow,
  type GenerationRow,
  type GeneratedColumn,
  type MadeRow,
} from './eval-generation.table.ts'
import { byRule, type GradedRow, promptFor, readRow } from './make-rows.ts'

export interface GenerationDeps {
  db: Db
  models: Pick<ModelService, 'resolve'>
  datasets: Pick<DatasetService, 'get'>
  items: Pick<ItemService, 'add' | 'list'>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
export interface NewGeneration {
  description: string
  columns: GeneratedColumn[]
  examples: string[][]
  usesRows: boolean
  sources: string[]
  isTimely: boolean
  total: number
}
const GenerationState = { pending: 1, running: 2, generated: 3, chosen: 4, stopped: 5, failed: 6 } as const
const open: number[] = [GenerationState.pending, GenerationState.running]
const WINDOW = 3
const CHUNKS = 200
const EXAMPLES = 20
interface Numbered extends GradedRow {
  nth: number
}

/** Generates rows with a model as held work. Rows enter the dataset only after somebody has chosen them. */
export function createGenerations({ db, models, datasets, items, jobs, newId, clock, log }: GenerationDeps) {
  const rowOf = async (id: string) => (await db.select().from(evalGeneration).where(eq(evalGeneration.id, id)))[0]
  async function get(datasetId: string, id: string): Promise<GenerationRow> {
    const row = await rowOf(id)
    if (row?.datasetId !== datasetId) throw errors.notFound({ what: 'task' })
    return row
  }
  const generatedRowsOf = (id: string): Promise<MadeRow[]> =>
    db
      .select()
      .from(evalGenerationRow)
      .where(eq(evalGenerationRow.generationId, id))
      .orderBy(asc(evalGenerationRow.nth))
  const chunksOf = async (sources: string[]) =>
    sources.length
      ? (
          await db
            .select({ content: knowledgeSlice.content })
            .from(knowledgeSlice)
            .where(and(inArray(knowledgeSlice.knowledgeId, sources), eq(knowledgeSlice.status, 1)))
            .orderBy(asc(knowledgeSlice.id))
            .limit(CHUNKS)
        ).map(({ content }) => content)
      : []
  async function openPass(id: string, fence: number): Promise<Pass<number, Numbered | undefined> | undefined> {
    const task = await rowOf(id)
    if (!task) return undefined
    const mine = and(eq(evalGeneration.id, id), eq(evalGeneration.fence, fence))
    await db.update(evalGeneration).set({ state: GenerationState.running }).where(mine)
    const known = new Set((await generatedRowsOf(id)).map(({ nth }) => nth))
    const missing = Array.from({ length: task.total }, (_, nth) => nth).filter((nth) => !known.has(nth))
    const chunks = await chunksOf(task.sources)
    const model = await models.resolve(undefined, task.spaceId)
    return {
      window: WINDOW,
      retries: 2,
      next: async (limit) => missing.splice(0, limit),
      async work(nth, signal) {
        if (model.isOffline) return { nth, ...byRule(task, chunks, nth) }
        const messages = [{ role: 'user' as const, content: promptFor(task, chunks, nth) }]
        const use = { resourceId: task.datasetId, userId: task.createdBy, source: 'studio' as const }
        const answer = await currentUse.run(use, () => model.chat({ messages, signal }))
        const made = readRow(answer.text, task)
        if (!made) throw evaluatorErrors.noScore({ answer: answer.text.slice(0, 200) })
        return { nth, ...made }
      },
      failed: () => undefined,
      faultOf: faultOfCall,
      write: (results) =>
        db.transaction(async (tx) => {
          const [held] = await tx.select({ id: evalGeneration.id }).from(evalGeneration).where(mine).for('update')
          if (!held) return false
          const rows = results.flatMap((one) => (one ? [{ id: newId(), generationId: id, ...one }] : []))
          if (rows.length) await tx.insert(evalGenerationRow).values(rows).onConflictDoNothing()
          return true
        }),
      isCancelled: async () => !open.includes((await rowOf(id))?.state ?? GenerationState.stopped),
    }
  }
  const sweep = createSweep({
    name: 'eval-generation',
    store: createLeaseStore(db, evalGeneration, sql`state IN (1, 2)`),
    jobs,
    clock,
    log,
    open: openPass,
    async finish(id, fence, outcome) {
      const made = await db.$count(evalGenerationRow, eq(evalGenerationRow.generationId, id))
      const state = made ? GenerationState.generated : GenerationState.failed
      const problem = outcome.end === 'stopped' && outcome.cause instanceof Error ? outcome.cause.message : ''
      await db
        .update(evalGeneration)
        .set({ state, problem: problem.slice(0, 1000), leaseUntil: 0 })
        .where(and(eq(evalGeneration.id, id), eq(evalGeneration.fence, fence), inArray(evalGeneration.state, open)))
    },
  })
  return {
    run: sweep.run,
    startWork: sweep.start,
    generatedRowsOf,
    /** Returns the requested generation, or the latest one of the dataset if no id is given. */
    async find(datasetId: string, id: string | undefined): Promise<GenerationRow> {
      if (id) return get(datasetId, id)
      const [row] = await db
        .select()
        .from(evalGeneration)
        .where(eq(evalGeneration.datasetId, datasetId))
        .orderBy(desc(evalGeneration.id))
        .limit(1)
      if (!row) throw errors.notFound({ what: 'task' })
      return row
    },
    /** Starts a generation, or returns the running one: a dataset has one generation at a time. */
    async start(datasetId: string, userId: string, given: NewGeneration): Promise<{ id: string; isKnown: boolean }> {
      const { head, schema } = await datasets.get(datasetId)
      const live = schema.fields.filter(({ status }) => status === 1)
      const columns = live.map(({ name, description }): GeneratedColumn => {
        const of = given.columns.find((one) => one.name === name)
        return of ?? { name, describe: description, meaning: '', isMade: !given.columns.length }
      })
      if (!columns.some(({ isMade }) => isMade)) throw generationErrors.noColumns()
      const rows = given.usesRows ? await items.list({ datasetId }, { size: EXAMPLES, page: 1 }) : []
      const fromRows = rows.map((row) => live.map(({ key }) => row.turns[0]?.[key]?.text ?? ''))
      const examples = [...given.examples, ...fromRows]
      const model = await models.resolve(undefined, head.spaceId)
      if (model.isOffline && !examples.length && !given.sources.length) throw generationErrors.nothingToLearn()
      const id = newId()
      const { description, sources, isTimely, total } = given
      const made = { createdBy: userId, createdAt: clock.now() }
      const row = {
        id,
        spaceId: head.spaceId,
        datasetId,
        state: GenerationState.pending,
        description,
        columns,
        examples,
      }
      try {
        await db.insert(evalGeneration).values({ ...row, sources, isTimely, total, ...made })
      } catch (cause) {
        if (!violates(cause, 'eval_generation_open')) throw cause
        return { id: (await this.find(datasetId, undefined)).id, isKnown: true }
      }
      await sweep.enqueue(id)
      return { id, isKnown: false }
    },
    async stop(datasetId: string, id: string): Promise<void> {
      const row = await get(datasetId, id)
      if (!open.includes(row.state)) throw generationErrors.notRunning()
      await db
        .update(evalGeneration)
        .set({ state: GenerationState.stopped })
        .where(and(eq(evalGeneration.id, id), inArray(evalGeneration.state, open)))
    },
    /** Adds the chosen rows, as edited, to the dataset. Idempotent: a repeated choice adds no row twice. */
    async choose(
      datasetId: string,
      userId: string,
      id: string,
      choices: { rowId: string; isKept: boolean; cells: string[] }[],
    ) {
      await get(datasetId, id)
      const { schema } = await datasets.get(datasetId)
      const live = schema.fields.filter(({ status }) => status === 1)
      const made = new Map((await generatedRowsOf(id)).map((row) => [row.id, row]))
      for (const { rowId } of choices) if (!made.has(rowId)) throw errors.notFound({ what: 'row' })
      const fresh = choices.filter(({ rowId }) => made.get(rowId)!.choice === 1)
      const kept = fresh.filter(({ isKept }) => isKept)
      if (kept.length) {
        const { problems } = await items.add(
          datasetId,
          userId,
          kept.map(({ rowId, cells }) => {
            const texts = cells.length ? cells : made.get(rowId)!.cells
            const data = live.map(({ key }, at) => ({ key, content: texts[at] ?? '' }))
            return { itemKey: `generated-${rowId}`, repeatedData: [{ data }] }
          }),
          { skipInvalid: false, allowPartial: false },
        )
        const [problem] = problems
        if (problem) throw badInput(`submit_row_groups[${problem.index}]`, problem.en, problem.zh)
      }
      for (const { rowId, isKept } of fresh)
        await db
          .update(evalGenerationRow)
          .set({ choice: isKept ? 2 : 3 })
          .where(eq(evalGenerationRow.id, rowId))
      const left = await db.$count(
        evalGenerationRow,
        and(eq(evalGenerationRow.generationId, id), eq(evalGenerationRow.choice, 1)),
      )
      if (!left)
        await db
          .update(evalGeneration)
          .set({ state: GenerationState.chosen })
          .where(and(eq(evalGeneration.id, id), sql`${evalGeneration.state} NOT IN (1, 2)`))
    },
    /** Streams an improved version of the text. Without a model, only punctuation and line breaks are corrected. */
    async improve(
      spaceId: string,
      userId: string,
      text: string,
      task: string,
      signal: AbortSignal,
      say: (piece: string) => void,
    ) {
      const model = await models.resolve(undefined, spaceId)
      if (model.isOffline) {
        const lines = text
          .split(/\n+/)
          .map((line) => line.trim())
          .filter(Boolean)
        const neat = lines.map((line) =>
          /[.!?。！？]$/.test(line) ? line : `${line}${/[\p{Script=Han}]/u.test(line) ? '。' : '.'}`,
        )
        say(neat.join('\n'))
        return { inputTokens: 0, outputTokens: 0 }
      }
      const messages = [{ role: 'user' as const, content: `${task}\n\n${text}` }]
      const answer = await currentUse.run({ resourceId: '0', userId, source: 'studio' }, () =>
        model.chat({ messages, signal }, { text: say }),
      )
      return answer.usage
    },
  }
}
export type Generations = ReturnType<typeof createGenerations>
