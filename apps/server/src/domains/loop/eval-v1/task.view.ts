import type { GivenHumanResult, ShownColumnRule, ShownEvalReport, ShownTaskGroup, ShownTaskRow } from '@orrery/contract'
import { ResultType, TurnState } from '@orrery/contract/shared/evaluation-enums'
import type { Locale } from '#kit/errors.ts'
import { badInput } from '#kit/errors.ts'
import type { ExperimentRow, ScoreRow, TurnRow, UsedEvaluator } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import { ruleIdOf } from '#domains/loop/experiment/shared/rule-id.ts'
import { builtinType, CustomMetric, DefaultMetric } from './evaluator-types.ts'
import { numberOf, resultTypeOf } from './rule-wire.ts'

type Parts = Awaited<ReturnType<Results['parts']>>
const typeOf = ({ wireType, content }: UsedEvaluator) => wireType || numberOf(content)
const isMetric = (used: UsedEvaluator) =>
  used.content.kind === 'points' || [DefaultMetric, CustomMetric].includes(typeOf(used))
export const columnOf = (used: UsedEvaluator): ShownColumnRule => ({
  rule_id: ruleIdOf(used),
  evaluator_type: typeOf(used),
  evaluator_type_name: builtinType(typeOf(used))?.name ?? used.name,
  name: used.name,
  granularity: used.granularity ?? 1,
})
const text = (value: string) => ({ text: value, data_type: 0 })
const RunState = { queueing: 0, success: 1, fail: 2 } as const
const states: Record<TurnState, number> = {
  [TurnState.queueing]: RunState.queueing,
  [TurnState.success]: RunState.success,
  [TurnState.fail]: RunState.fail,
  [TurnState.processing]: RunState.queueing,
  [TurnState.terminal]: RunState.fail,
}
const ToolCall = 2
interface Call {
  name?: unknown
  arguments?: unknown
  result?: unknown
}
function actionsOf(trajectory: string) {
  let calls: Call[] = []
  try {
    const value: unknown = JSON.parse(trajectory)
    calls = Array.isArray(value) ? (value as Call[]) : []
  } catch {
    return []
  }
  const words = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  return calls.map((call) => ({
    agent_type: ToolCall,
    action_meta: words(call?.name),
    log: '',
    input: text(words(call?.arguments)),
    output: text(words(call?.result)),
  }))
}
const problemOf = ({ errorCode, error, errorZh }: Pick<TurnRow, 'errorCode' | 'error' | 'errorZh'>, locale: Locale) =>
  errorCode
    ? {
        code: String(errorCode),
        message: locale === 'zh-CN' ? errorZh : error,
        detail: locale === 'zh-CN' ? errorZh : error,
      }
    : undefined

export function resultOf(used: UsedEvaluator, score: ScoreRow | undefined, locale: Locale) {
  const data_type = resultTypeOf(used.content)
  const value = score?.correctedScore ?? score?.score ?? undefined
  const scale = 'scale' in used.content ? used.content.scale : undefined
  const isMissing = used.content.kind === 'human' && !score
  const error = score && score.status !== 1 ? problemOf(score, locale) : undefined
  const said = score?.value ?? ''
  return {
    ...(value !== undefined && { score: value }),
    reasoning: score?.correctedWhy || (score?.reason ?? ''),
    manual_status: Number(isMissing),
    ...(error && { error }),
    ...(score?.status === 1 && {
      data: {
        data_type,
        ...(value !== undefined && { score: value }),
        ...(data_type === ResultType.value && { value: said || String(value ?? '') }),
        ...(data_type === ResultType.option && said && { option: { name: said } }),
        ...(data_type === ResultType.text && { plain_text: said }),
      },
    }),
    ...(scale && { scoring_scope: { min_score: scale.min, max_score: scale.max } }),
  }
}
function reportOf(used: UsedEvaluator, score: ScoreRow | undefined, locale: Locale): ShownEvalReport {
  const { evaluator_type, evaluator_type_name } = columnOf(used)
  return {
    evaluator_type,
    evaluator_type_name,
    row_eval_result: resultOf(used, score, locale),
    weight: used.weight,
    is_row_evaluator: (used.granularity ?? 1) === 1,
    name: used.name,
  }
}
function weightedOf(scores: ScoreRow[], evaluators: UsedEvaluator[]): number | undefined {
  const known = scores.flatMap((score) => {
    const value = score.correctedNormal ?? score.normal
    const weight = evaluators.find(({ versionId }) => versionId === score.evaluatorVersionId)?.weight ?? 0
    return value === null || !weight ? [] : [{ value, weight }]
  })
  const all = known.reduce((sum, { weight }) => sum + weight, 0)
  return all ? known.reduce((sum, { value, weight }) => sum + value * weight, 0) / all : undefined
}
export function cellOf(row: ExperimentRow, turn: TurnRow, scores: ScoreRow[], locale: Locale) {
  const reports = row.evaluators.map((used) => ({
    used,
    report: reportOf(
      used,
      scores.find(({ evaluatorVersionId }) => evaluatorVersionId === used.versionId),
      locale,
    ),
  }))
  const score = weightedOf(scores, row.evaluators)
  return {
    rule_eval_report_map: Object.fromEntries(reports.map(({ used, report }) => [ruleIdOf(used), report])),
    rule_eval_reports: reports.filter(({ used }) => !isMetric(used)).map(({ report }) => report),
    row_metrics: reports.filter(({ used }) => isMetric(used)).map(({ report }) => report),
    token: String(turn.inputTokens + turn.outputTokens),
    consuming: String(turn.ms),
    create_time: String(turn.createdAt),
    end_time: String(turn.updatedAt),
    space_id: row.spaceId,
    ...(score !== undefined && { score }),
  }
}
/** One row: its cells by position, the output of the target, and the scores. */
function rowOf(row: ExperimentRow, turn: TurnRow, parts: Parts, locale: Locale): ShownTaskRow {
  const values = parts.contents.get(turn.itemId)?.[turn.turn] ?? {}
  const cells = parts.fields.map(({ key }) => values[key]?.text ?? '')
  const scores = parts.scores.filter(({ turnId }) => turnId === turn.id)
  const prediction = turn.outputs.actual_output ?? ''
  const error = problemOf(turn, locale)
  return {
    row_id: turn.id,
    cells,
    output: { prediction },
    row_eval_cell: cellOf(row, turn, scores, locale),
    rule_group_id: row.setId ?? '0',
    multi_output: { prediction, prediction_v2: text(prediction) },
    multi_cells: cells.map(text),
    trajectory: { actions: actionsOf(turn.outputs.trajectory ?? '[]') },
    run_state: states[turn.state],
    error_message: error?.message ?? '',
    log_id: turn.traceId,
    ...(error && { error }),
  }
}
export interface GroupPlace {
  itemId: string
  state: number
  index: number
}
export function groupsOf(
  row: ExperimentRow,
  places: GroupPlace[],
  parts: Parts,
  tags: Map<string, { tags: string[]; key: string }>,
  locale: Locale,
): ShownTaskGroup[] {
  return places.map(({ itemId, state, index }) => {
    const turns = parts.turns.filter((turn) => turn.itemId === itemId)
    const last = turns.at(-1)
    const whole = row.evaluators.filter(({ granularity }) => granularity === 2)
    return {
      row_group_id: itemId,
      group_name: tags.get(itemId)?.key ?? '',
      rows: turns.map((turn) => rowOf(row, turn, parts, locale)),
      run_state: state,
      tags: tags.get(itemId)?.tags ?? [],
      rule_eval_report_map: Object.fromEntries(
        whole.map((used) => {
          const score = parts.scores.find((one) => one.turnId === last?.id && one.evaluatorVersionId === used.versionId)
          return [ruleIdOf(used), reportOf(used, score, locale)]
        }),
      ),
      serial_num: index,
    }
  })
}
/** Reads a person's score in the type that the evaluator requires. */
export function readHuman(given: GivenHumanResult, used: UsedEvaluator, at: string) {
  const { content } = used
  const type = resultTypeOf(content)
  const why = given.reasoning ?? ''
  const number = given.data?.score ?? given.score
  if (type === ResultType.text) return { value: given.data?.plain_text ?? '', why }
  if (type === ResultType.option) {
    const name = given.data?.option?.name ?? given.data?.value ?? ''
    const options = content.kind === 'human' ? content.options.map((one) => one.name) : []
    if (!options.includes(name))
      throw badInput(
        `${at}.data.option`,
        `must be one of: ${options.join(', ')}`,
        `须为以下之一：${options.join('、')}`,
      )
    return { value: name, why }
  }
  const score = type === ResultType.value && given.data?.value ? Number(given.data.value) : number
  if (score === undefined || !Number.isFinite(score)) throw badInput(`${at}.score`, 'give a number', '请填写数字')
  return { score, value: '', why }
}
