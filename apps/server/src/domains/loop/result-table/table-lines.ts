import { DATABASE_LIMITS } from '@orrery/contract'
import { ResultType } from '@orrery/contract/shared/evaluation-enums'
import type { AppError } from '#kit/errors.ts'
import type { ExperimentRow, ScoreRow, TurnRow, UsedEvaluator } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { HumanScore } from '#domains/loop/experiment/score.service.ts'
import { resultTableErrors } from './result-table.errors.ts'
import type { TableColumn } from './result-table.table.ts'
import type { Line } from './table-driver.ts'

type Parts = Awaited<ReturnType<Results['parts']>>
const MARK = 'mark'
const isWord = ({ content }: Pick<UsedEvaluator, 'content'>) =>
  content.kind === 'human' && (content.result === ResultType.option || content.result === ResultType.text)

/** Makes a label unique, because Lark identifies columns by label. */
function unique(label: string, taken: Set<string>): string {
  let shown = label
  for (let n = 2; taken.has(shown); n += 1) shown = `${label} ${n}`
  taken.add(shown)
  return shown
}
/** Columns: row, fields, output and scores, then one empty column per evaluator and person. */
export function columnsOf(row: ExperimentRow, fieldNames: string[], scorers: number): TableColumn[] {
  const taken = new Set<string>()
  const column = (key: string, label: string, role: TableColumn['role'], more: Partial<TableColumn> = {}) => ({
    key,
    label: unique(label, taken),
    role,
    isNumber: false,
    ...more,
  })
  const scored = row.evaluators.filter(({ content }) => content.kind !== 'points')
  const head = column('row_key', 'row', 'row')
  const output = column('actual_output', 'actual_output', 'output')
  const scores = scored
    .filter(({ content }) => content.kind !== 'human')
    .map(({ name, versionId }, at) => column(`score_${at + 1}`, name, 'score', { versionId, isNumber: true }))
  const marks = scored.flatMap((used, at) =>
    Array.from({ length: scorers }, (_, nth) =>
      column(`${MARK}_${at + 1}_${nth + 1}`, `${used.name} · ${nth + 1}`, 'mark', {
        versionId: used.versionId,
        isNumber: !isWord(used),
      }),
    ),
  )
  const fixed = 2 + scores.length + marks.length
  if (fixed > DATABASE_LIMITS.fields) throw resultTableErrors.tooWide({ count: fixed, max: DATABASE_LIMITS.fields })
  const fields = fieldNames
    .slice(0, DATABASE_LIMITS.fields - fixed)
    .map((name, at) => column(`field_${at + 1}`, name, 'field'))
  return [head, ...fields, output, ...scores, ...marks]
}
export function lineOf(turn: TurnRow, columns: TableColumn[], { contents, fields, scores }: Parts): Line {
  const values = contents.get(turn.itemId)?.[turn.turn] ?? {}
  const texts = fields.map(({ key }) => values[key]?.text ?? '')
  let nth = 0
  return Object.fromEntries(
    columns.map(({ key, role, versionId }) => {
      if (role === 'row') return [key, turn.id]
      if (role === 'field') return [key, texts[nth++] ?? '']
      if (role === 'output') return [key, turn.outputs.actual_output ?? '']
      if (role === 'mark') return [key, '']
      const score = scores.find((one) => one.turnId === turn.id && one.evaluatorVersionId === versionId)
      return [key, String(score?.correctedScore ?? score?.score ?? '')]
    }),
  )
}
/** Scores from one row: the mean of numbers, or the most frequent option or text. */
export function marksOf(line: Line, nth: number, columns: TableColumn[], evaluators: UsedEvaluator[]) {
  const byEvaluator = Map.groupBy(
    columns.filter(({ role, key }) => role === 'mark' && (line[key] ?? '').trim()),
    ({ versionId }) => versionId!,
  )
  return [...byEvaluator].flatMap(([versionId, list]): Omit<HumanScore, 'turnId'>[] => {
    const used = evaluators.find((one) => one.versionId === versionId)
    if (!used) return []
    const texts = list.map(({ key }) => line[key]!.trim())
    const fail = (at: number, problem: string, problemZh: string): AppError =>
      resultTableErrors.badCell({ row: nth, column: list[at]!.label, problem, problemZh })
    const why = texts.join(', ')
    if (isWord(used)) {
      const options = used.content.kind === 'human' ? used.content.options.map(({ name }) => name) : []
      const wrong = texts.findIndex((text) => options.length > 0 && !options.includes(text))
      if (wrong !== -1) throw fail(wrong, `choose one of: ${options.join(', ')}`, `须为以下之一：${options.join('、')}`)
      const counted = [...Map.groupBy(texts, (text) => text)].sort(([, a], [, b]) => b.length - a.length)
      return [{ versionId, value: counted[0]![0], why }]
    }
    const scale = ('scale' in used.content && used.content.scale) || { min: 0, max: 1 }
    const isFree = used.content.kind === 'human' && used.content.result === ResultType.value
    const numbers = texts.map((text, at) => {
      const number = Number(text)
      if (!Number.isFinite(number)) throw fail(at, 'enter a number', '请填写数字')
      if (!isFree && (number < scale.min || number > scale.max))
        throw fail(at, `enter a number from ${scale.min} to ${scale.max}`, `须在 ${scale.min} 到 ${scale.max} 之间`)
      return number
    })
    return [{ versionId, score: numbers.reduce((sum, one) => sum + one, 0) / numbers.length, value: '', why }]
  })
}
/** Whether the stored score equals the given one, so that importing a table again changes nothing. */
export const isSameScore = (
  known: ScoreRow | undefined,
  given: Omit<HumanScore, 'turnId'>,
  isHuman: boolean,
): boolean =>
  known !== undefined &&
  (given.score === undefined
    ? known.value === given.value
    : (isHuman ? known.score : known.correctedScore) === given.score)
