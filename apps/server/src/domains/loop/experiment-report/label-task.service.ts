import type { AnnotationQuestion, EvaluatorContent } from '@orrery/contract'
import { ResultType } from '@orrery/contract/shared/evaluation-enums'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { AnnotationService } from '#domains/loop/annotation/annotation.service.ts'
import type { AnnotationItemRow, ShownValue, TaskRow } from '#domains/loop/annotation/annotation.table.ts'
import type { AnnotationItems } from '#domains/loop/annotation/item.service.ts'
import type { LabelReview } from '#domains/loop/annotation/review.service.ts'
import type { ExperimentService } from '#domains/loop/experiment/experiment.service.ts'
import type { ExperimentRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { Scores } from '#domains/loop/experiment/score.service.ts'
import type { Reports } from './report.service.ts'
import { LabelSource } from './shared/label-source.ts'

export interface LabelTaskDeps {
  db: Db
  annotations: AnnotationService
  items: AnnotationItems
  review: LabelReview
  experiments: Pick<ExperimentService, 'get'>
  results: Results
  reports: Pick<Reports, 'comparison' | 'rowsOf'>
  scores: Pick<Scores, 'addHumanColumns' | 'setHuman'>
}
export interface NewLabelTask {
  source: LabelSource
  sourceId: string
  itemIds: string[]
  name: string
  guide: string
  blindCount: number
  /** First and last row, counted from 1; defaults to all rows. */
  from: number
  to: number | undefined
  area: number
  isHidden: boolean
  /** Limits the task to these rows. */
  only?: Set<string> | undefined
}
const WriteBack = { running: 1, done: 2, failed: 3 } as const
const types = {
  [ResultType.score]: 'number',
  [ResultType.value]: 'number',
  [ResultType.option]: 'choice',
  [ResultType.text]: 'text',
} as const

const questionOf = (item: AnnotationItemRow): AnnotationQuestion =>
  ({
    key: item.id,
    name: item.scope ? `${item.name} (${item.scope.min}–${item.scope.max})` : item.name,
    type: types[item.result],
    options: item.options.map(({ name }) => name),
    isRequired: false,
  }) as AnnotationQuestion
const contentOf = ({ result, options, scope }: AnnotationItemRow): EvaluatorContent => ({
  kind: 'human',
  result,
  options,
  ...(scope && { scale: { ...scope, higher_is_better: true } }),
})

/** Lets people label rows of experiments and comparisons, and writes their labels back as scores. */
export function createLabelTasks(deps: LabelTaskDeps) {
  const { db, annotations, items, review, experiments, results, reports, scores } = deps
  async function sourceRows(spaceId: string, { source, sourceId }: Pick<NewLabelTask, 'source' | 'sourceId'>) {
    if (source === LabelSource.experiment) return [await experiments.get(spaceId, sourceId)]
    const rows = await reports.rowsOf(await reports.comparison(spaceId, sourceId))
    if (!rows.length) throw errors.notFound({ what: 'experiment' })
    return rows
  }
  /** Content shown for each turn: the row and the output of each experiment, without automatic scores. */
  async function contents(rows: ExperimentRow[], itemIds: string[]) {
    const [baseline] = rows as [ExperimentRow, ...ExperimentRow[]]
    const all = await Promise.all(rows.map(async (row) => ({ row, parts: await results.parts(row, itemIds) })))
    const { turns, fields, contents: values } = all[0]!.parts
    return turns.map((turn) => {
      const cells = values.get(turn.itemId)?.[turn.turn] ?? {}
      const shown: ShownValue[] = fields.map(({ key, name }) => ({ name, text: cells[key]?.text ?? '' }))
      const outputs = all.flatMap(({ row, parts }) => {
        const same = parts.turns.find(
          (one) => one.itemId === turn.itemId && one.turn === turn.turn && one.trial === turn.trial,
        )
        const name = row.id === baseline.id && rows.length === 1 ? 'actual_output' : `actual_output: ${row.name}`
        return same ? [{ name, text: same.outputs.actual_output ?? '' }] : []
      })
      return { rowId: turn.id, content: [...shown, ...outputs] }
    })
  }
  return {
    async open(spaceId: string, userId: string, given: NewLabelTask): Promise<string> {
      const rows = await sourceRows(spaceId, given)
      const asked = await items.byIds(spaceId, given.itemIds)
      if (asked.length < new Set(given.itemIds).size) throw errors.notFound({ what: 'label' })
      const all = (await results.itemIds(rows[0]!.id)).map(({ itemId }) => itemId)
      const kept = all
        .slice(given.from - 1, given.to ?? all.length)
        .filter((itemId) => !given.only || given.only.has(itemId))
      const shown = await contents(rows, kept)
      return db.transaction((tx) =>
        annotations.open(
          {
            spaceId,
            userId,
            datasetId: rows[0]!.datasetId,
            name: given.name || rows[0]!.name,
            guide: given.guide,
            source: given.source,
            sourceId: given.sourceId,
            questions: asked.map(questionOf),
            blindCount: given.blindCount,
            rows: shown,
            annotators: [],
            area: given.area,
            isHidden: given.isHidden,
            rangeFrom: given.from,
            rangeTo: given.to ?? all.length,
          },
          tx,
        ),
      )
    },
    /** The experiment whose rows are labelled; the baseline of a comparison. */
    baseline: async (task: TaskRow): Promise<ExperimentRow> =>
      (await sourceRows(task.spaceId, { source: task.source as 'experiment', sourceId: task.sourceId }))[0]!,
    /** Writes agreed or chosen labels to the experiment as scores of people. Idempotent. */
    async writeBack(spaceId: string, taskId: string): Promise<number> {
      const task = await annotations.get(spaceId, taskId)
      await review.set(taskId, { writeBack: WriteBack.running })
      try {
        const before = await this.baseline(task)
        const asked = await items.byIds(
          spaceId,
          task.questions.map(({ key }) => key),
        )
        const columns = asked.map((item) => ({ versionId: item.id, name: item.name, content: contentOf(item) }))
        const row = await scores.addHumanColumns(before.id, columns)
        const verdicts = await review.verdicts(task)
        for (const { rowId, answers } of verdicts)
          for (const [versionId, { text, why, userId }] of Object.entries(answers)) {
            const item = asked.find(({ id }) => id === versionId)
            if (!item) continue
            const isNumber = item.result === ResultType.score || item.result === ResultType.value
            const said = isNumber ? { score: Number(text), value: '' } : { value: text }
            await scores.setHuman(spaceId, userId, row, { turnId: rowId, versionId, why, ...said })
          }
        await review.set(taskId, { writeBack: WriteBack.done })
        return verdicts.length
      } catch (cause) {
        await review.set(taskId, { writeBack: WriteBack.failed })
        throw cause
      }
    },
  }
}
export type LabelTasks = ReturnType<typeof createLabelTasks>
