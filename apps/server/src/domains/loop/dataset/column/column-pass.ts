import { SchemaKey } from '@orrery/contract/shared/dataset-enums'
import type { SQL } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import { AppError } from '#kit/errors.ts'
import { sha256 } from '#kit/secrets.ts'
import { faultOfCall, type Pass } from '#kit/sweep/pass.ts'
import type { LabelService } from '../../label/label.service.ts'
import type { Turn } from '../dataset-content.ts'
import type { DatasetService } from '../dataset.service.ts'
import type { ItemRow } from '../dataset.table.ts'
import { checkCell, checkTurns } from '../item-check.ts'
import type { ItemService } from '../item.service.ts'
import { type Output, settingsOf } from './column-plan.ts'
import type { ColumnRepo } from './column.repo.ts'
import { CellState, type CellRow, type ColumnRunRow } from './column.table.ts'
import type { Filler, FillResult, Job } from './fillers.ts'

export interface PassDeps {
  repo: ColumnRepo
  datasets: DatasetService
  items: ItemService
  labels: Pick<LabelService, 'addValues'>
  clock: Clock
  run: ColumnRunRow
  fence: number
  job: Job
  fill: Filler
  /** Rows per batch, and batches at a time. */
  batch: number
  window: number
  /** Selects the rows of the run; if absent, all of them. */
  where?: SQL | undefined
}
/** A row as it was read, and its columns to fill. */
export interface Task {
  item: ItemRow
  outputs: Output[]
}
interface Done {
  task: Task
  result: FillResult | undefined
}
/** The least rows per query: a query for each row would cost more than most answers. */
const READ_AHEAD = 50
export const textAt = (turns: Turn[], key: string) => turns[0]?.[key]?.text ?? ''

/** Reads the rows of a run in order, a few at a time, with the columns to fill. */
export function taskSource({ repo, run, job, where }: Pick<PassDeps, 'repo' | 'run' | 'job' | 'where'>) {
  const { onlyForEmpty, onlyForFailed } = settingsOf(job.config)
  let after: { pos: number; itemId: string } | undefined

  function outputsToFill(item: ItemRow, cells: Map<string, CellRow>): Output[] {
    const found = job.outputs.filter(({ field, isReasoning }) => {
      if (isReasoning) return false
      const text = textAt(item.turns, field.key)
      const cell = cells.get(`${item.itemId}/${field.key}`)
      if (onlyForEmpty && text) return false
      if (onlyForFailed && cell?.state !== CellState.failed) return false
      return !(text && cell?.state === CellState.generated && cell.textHash !== sha256(text))
    })
    // The reasoning column is filled together with the answer.
    return found.length ? [...found, ...job.outputs.filter(({ isReasoning }) => isReasoning)] : found
  }
  return async function nextTasks(limit: number): Promise<Task[]> {
    const rows = await repo.next({ datasetId: run.datasetId }, run.id, after, limit, where)
    const last = rows.at(-1)
    if (!last) return []
    after = { pos: last.pos, itemId: last.itemId }
    const ids = rows.map(({ itemId }) => itemId)
    const cells = new Map(
      (await repo.cells(run.datasetId, ids)).map((cell) => [`${cell.itemId}/${cell.fieldKey}`, cell]),
    )
    return rows.map((item) => ({ item, outputs: outputsToFill(item, cells) }))
  }
}

/** The pass that fills columns. It keeps what a person changed meanwhile or corrected after an earlier run. */
export function columnPass(deps: PassDeps): Pass<Task[], Done[]> {
  const { repo, datasets, items, labels, clock, run, fence, job, fill } = deps
  const { allowUndefinedTagValues } = settingsOf(job.config)
  const nextTasks = taskSource(deps)
  /** Rows that were read but not handed out yet. */
  const ahead: Task[] = []
  /** Adds new values that the model gave to their tags, if the setup allows it. */
  async function addTagValues(results: FillResult[]) {
    if (!allowUndefinedTagValues) return
    for (const { field } of job.outputs) {
      if (field.schemaKey !== SchemaKey.choice || !field.tagKeyId) continue
      const offered = job.rules.choices.get(field.tagKeyId)?.offered
      const names = results.flatMap((result) => ('texts' in result ? (result.texts.get(field.key) ?? []) : []))
      const fresh = names.filter((name) => name && name.length <= 100 && !offered?.has(name))
      if (fresh.length) await labels.addValues(job.spaceId, run.createdBy, field.tagKeyId, fresh)
    }
  }
  async function store(all: Done[], tx: Tx) {
    const row = await datasets.open(run.datasetId, tx)
    const rules = await datasets.rules(run.datasetId, tx)
    const itemIds = all.map(({ task }) => task.item.itemId)
    const now = new Map((await items.current(run.datasetId, itemIds, tx)).map((item) => [item.itemId, item]))
    const counted = { succeeded: 0, failed: 0, skipped: 0 }
    const cells: CellRow[] = []
    const changes: { before: ItemRow; turns: Turn[] }[] = []
    for (const { task, result } of all) {
      const before = now.get(task.item.itemId)
      const unchanged = task.outputs.filter(
        ({ field }) =>
          before &&
          textAt(before.turns, field.key) === textAt(task.item.turns, field.key) &&
          rules.fields.some(({ key, status }) => key === field.key && status === 1),
      )
      if (!before || !result || !unchanged.length) {
        counted.skipped += 1
        continue
      }
      const turn: Turn = { ...before.turns[0] }
      const written = unchanged
        .filter(({ field, isReasoning }) => !isReasoning || ('texts' in result && result.texts.has(field.key)))
        .map(({ field }) => cellOf(before, field, result, turn, rules))
      const turns = [turn]
      const unfit = checkTurns(turns, rules, before.turns)
      const isBad = unfit !== undefined || written.some(({ state }) => state === CellState.failed)
      if (unfit)
        for (const cell of written)
          Object.assign(cell, { state: CellState.failed, textHash: '', problem: unfit.en, problemZh: unfit.zh })
      else if (written.some(({ state }) => state === CellState.generated)) changes.push({ before, turns })
      cells.push(...written)
      counted[isBad ? 'failed' : 'succeeded'] += 1
    }
    await items.fill(row, run.createdBy, changes, tx)
    return { itemIds, cells, ...counted }
  }
  /** Puts the value into the turn and records its origin; a value that does not fit leaves the turn unchanged. */
  function cellOf(
    item: ItemRow,
    field: Output['field'],
    result: FillResult,
    turn: Turn,
    rules: Parameters<typeof checkCell>[2],
  ): CellRow {
    const base = {
      datasetId: run.datasetId,
      itemId: item.itemId,
      fieldKey: field.key,
      runId: run.id,
      createdAt: clock.now(),
    }
    const none = { textHash: '', modelId: '', model: '', traceId: '', agreement: 0 }
    const failed = (en: string, zh: string, more: object = {}): CellRow => ({
      ...base,
      ...none,
      ...more,
      state: CellState.failed,
      problem: en.slice(0, 1000),
      problemZh: zh.slice(0, 1000),
    })
    if ('problem' in result) return failed(result.problem.en, result.problem.zh)
    const { modelId, model, traceId, agreement } = result
    const named = { modelId, model, traceId, agreement }
    const text = result.texts.get(field.key) ?? ''
    if (!text) return failed('there is no value for this column in the answer', '回答中没有该列的值', named)
    const problem = checkCell(text, field, rules)
    if (problem) return failed(problem.en, problem.zh, named)
    turn[field.key] = { type: 'text', text }
    return { ...base, ...named, state: CellState.generated, textHash: sha256(text), problem: '', problemZh: '' }
  }

  return {
    window: deps.window,
    retries: 1,
    async next(limit) {
      const wanted = limit * deps.batch
      if (ahead.length < wanted) ahead.push(...(await nextTasks(Math.max(wanted, READ_AHEAD))))
      const groups: Task[][] = []
      while (groups.length < limit && ahead.length) groups.push(ahead.splice(0, deps.batch))
      return groups
    },
    async work(tasks, signal) {
      const asked = tasks.filter(({ outputs }) => outputs.length)
      const results = asked.length
        ? await fill(
            asked.map(({ item }) => item.turns[0] ?? {}),
            signal,
            asked.map(({ item }) => item.itemId),
          )
        : []
      await addTagValues(results.filter((result) => result !== undefined))
      const byTask = new Map(asked.map((task, at) => [task, results[at]]))
      return tasks.map((task) => ({ task, result: byTask.get(task) }))
    },
    failed: (tasks, cause) => {
      const problem =
        cause instanceof AppError
          ? { en: cause.text('en'), zh: cause.text('zh-CN') }
          : { en: String(cause), zh: String(cause) }
      return tasks.map((task) => ({ task, result: task.outputs.length ? { problem } : undefined }))
    },
    faultOf: faultOfCall,
    write: (results) => repo.write(run.id, fence, (tx) => store(results.flat(), tx)),
    isCancelled: () => repo.isCancelled(run.id),
  }
}
