import { ItemSource } from '@orrery/contract/shared/dataset-enums'
import { LOCKED_FOR_LABELS } from '@orrery/contract/shared/crowd-enums'
import type { Turn } from '../dataset-content.ts'
import type { DatasetService } from '../dataset.service.ts'
import type { ItemRow } from '../dataset.table.ts'
import { checkCell, checkTurns, type ItemRules } from '../item-check.ts'
import type { ItemService } from '../item.service.ts'
import type { CrowdRepo } from './crowd.repo.ts'
import type { CrowdItemRow, CrowdJobRow } from './crowd.table.ts'

interface WriteBackDeps {
  repo: CrowdRepo
  datasets: DatasetService
  items: ItemService
}
type Problem = Pick<CrowdItemRow, 'problem' | 'problemZh'>
interface Values {
  texts: Record<string, string>
  problem: Problem
}
const PAGE = 500
const noProblem: Problem = { problem: '', problemZh: '' }
const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Writes answers into columns of the dataset, or as rows into a new dataset. */
export function createWriteBack({ repo, datasets, items }: WriteBackDeps) {
  /** The values of an answer that fit their columns, and the problem of a value that does not. */
  function valuesOf({ config }: CrowdJobRow, answers: Record<string, unknown>, rules: ItemRules): Values {
    const { isParseAnnotateRes } = config.output
    const texts: Record<string, string> = {}
    let problem = noProblem
    for (const { source, key } of config.columns) {
      const field = rules.fields.find((one) => one.key === key && one.status === 1)
      const text = isParseAnnotateRes
        ? textOf(Object.hasOwn(answers, source) ? answers[source] : undefined)
        : JSON.stringify(answers)
      if (!field || !text) continue
      const found = checkCell(text, field, rules)
      if (found) problem = { problem: `${field.name}: ${found.en}`, problemZh: `${field.name}：${found.zh}` }
      else texts[key] = text
    }
    return { texts, problem }
  }
  /** Values whose cell nobody changed: it still has the text of the version, or what was written before. */
  function fillable(texts: Record<string, string>, now: Turn, frozen: Turn, applied: Record<string, string>) {
    return Object.entries(texts).filter(([key]) => {
      const text = now[key]?.text ?? ''
      return text === (frozen[key]?.text ?? '') || text === applied[key]
    })
  }
  async function read(job: CrowdJobRow, rows: CrowdItemRow[], vn: number) {
    const answers = new Map(
      (
        await repo.answersByRef(
          job.id,
          rows.map(({ answerRef }) => answerRef),
        )
      ).map((one) => [one.ref, one.answers]),
    )
    const ids = rows.map(({ itemId }) => itemId)
    const frozen = new Map(
      (await items.byIds({ datasetId: job.datasetId, vn }, ids)).map((item) => [item.itemId, item]),
    )
    return { answers, frozen, ids }
  }
  async function intoColumns(job: CrowdJobRow, fence: number, rows: CrowdItemRow[], vn: number): Promise<boolean> {
    const { answers, frozen, ids } = await read(job, rows, vn)
    return repo.write(job.id, fence, async (tx) => {
      const row = await datasets.open(job.datasetId, tx, LOCKED_FOR_LABELS)
      const rules = await datasets.rules(job.datasetId, tx)
      const now = new Map((await items.current(job.datasetId, ids, tx)).map((item) => [item.itemId, item]))
      const changes: { before: ItemRow; turns: Turn[] }[] = []
      for (const one of rows) {
        const before = now.get(one.itemId)
        const { texts, problem } = valuesOf(job, answers.get(one.answerRef) ?? {}, rules)
        let applied = one.applied
        let found = problem
        if (before) {
          const turn: Turn = { ...before.turns[0] }
          const free = fillable(texts, turn, frozen.get(one.itemId)?.turns[0] ?? {}, one.applied)
          for (const [key, text] of free) turn[key] = { type: 'text', text }
          const unfit = free.length ? checkTurns([turn], rules, before.turns) : undefined
          if (unfit) found = { problem: unfit.en, problemZh: unfit.zh }
          else if (free.length) {
            changes.push({ before, turns: [turn] })
            applied = { ...applied, ...Object.fromEntries(free) }
          }
        }
        await repo.noteApplied(job.id, { itemId: one.itemId, appliedRef: one.answerRef, applied, ...found }, tx)
      }
      await items.fill(row, job.createdBy, changes, tx)
    })
  }
  /** Rows of the new dataset have the item id as their key, so that repeated writes do not duplicate them. */
  async function intoNew(job: CrowdJobRow, fence: number, rows: CrowdItemRow[], vn: number): Promise<boolean> {
    const { answers, frozen } = await read(job, rows, vn)
    const rules = await datasets.rules(job.outputDatasetId)
    const live = rules.fields.filter(({ status }) => status === 1)
    const ready = rows.flatMap((one) => {
      const { texts, problem } = valuesOf(job, answers.get(one.answerRef) ?? {}, rules)
      const turn = frozen.get(one.itemId)?.turns[0] ?? {}
      const data = live.flatMap(({ key }) => {
        const content = texts[key] ?? turn[key]?.text
        return content === undefined ? [] : [{ key, content }]
      })
      return [{ one, problem, texts, given: { itemKey: one.itemId, data } }]
    })
    const known = new Map(
      (
        await items.byKeys(
          job.outputDatasetId,
          ready.map(({ given }) => given.itemKey),
        )
      ).map((item) => [item.itemKey, item.itemId]),
    )
    const fresh = ready.filter(({ given }) => !known.has(given.itemKey))
    if (fresh.length)
      await items.add(
        job.outputDatasetId,
        job.createdBy,
        fresh.map(({ given }) => given),
        {
          skipInvalid: true,
          allowPartial: true,
          source: ItemSource.people,
          originIds: fresh.map(({ one }) => one.itemId),
        },
      )
    for (const { given } of ready.filter(({ given: one }) => known.has(one.itemKey)))
      await items.set(job.outputDatasetId, job.createdBy, known.get(given.itemKey)!, given)
    return repo.write(job.id, fence, async (tx) => {
      for (const { one, problem, texts } of ready)
        await repo.noteApplied(
          job.id,
          { itemId: one.itemId, appliedRef: one.answerRef, applied: texts, ...problem },
          tx,
        )
    })
  }
  /** Returns false if another process has claimed the job. */
  return async function writeBack(job: CrowdJobRow, fence: number, vn: number): Promise<boolean> {
    const write = job.outputDatasetId === job.datasetId ? intoColumns : intoNew
    for (;;) {
      const rows = await repo.unapplied(job.id, PAGE)
      if (!rows.length) return true
      if (!(await write(job, fence, rows, vn))) return false
    }
  }
}
