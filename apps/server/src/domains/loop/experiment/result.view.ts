import type { ItemResult, ShownRecord, ShownTargetRecord } from '@orrery/contract'
import { ItemState, RecordStatus, TurnState } from '@orrery/contract/shared/evaluation-enums'
import type { Locale } from '#kit/errors.ts'
import type { BaseInfos } from '#domains/loop/evaluator/shared/base-infos.ts'
import type { ItemRow, SchemaRow } from '#domains/loop/dataset/dataset.table.ts'
import { shownContent } from '#domains/loop/evaluation-set/shared/set-content.ts'
import type { ExperimentRow, ScoreRow, TurnRow, UsedEvaluator } from './experiment.table.ts'

type Field = SchemaRow['fields'][number]
type Turn = ItemRow['turns'][number]

type InfoOf = Awaited<ReturnType<BaseInfos>>
const textContent = (text: string) => ({ content_type: 'Text', text })
const contents = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([key, text]) => [key, textContent(text)]))
const errorOf = (row: Pick<TurnRow, 'errorCode' | 'error' | 'errorZh'>, locale: Locale) =>
  row.errorCode ? { code: row.errorCode, message: locale === 'zh-CN' ? row.errorZh : row.error } : undefined

export function shownRecord(row: ScoreRow, turn: TurnRow | undefined, infoOf: InfoOf, locale: Locale): ShownRecord {
  const error = errorOf(row, locale)
  const { score } = row
  return {
    id: row.id,
    experiment_id: row.experimentId ?? '0',
    item_id: turn?.itemId ?? '0',
    turn_id: row.turnId ?? '0',
    evaluator_version_id: row.evaluatorVersionId,
    trace_id: row.traceId,
    evaluator_input_data: { input_fields: contents(row.fields) },
    evaluator_output_data: {
      ...((score !== null || row.correctedScore !== null) && {
        evaluator_result: {
          score: score ?? row.correctedScore!,
          reasoning: row.reason,
          ...(row.correctedScore !== null && {
            correction: {
              score: row.correctedScore,
              explain: row.correctedWhy,
              updated_by: row.correctedBy ?? '',
            },
          }),
        },
      }),
      ...(row.value && { value: row.value }),
      evaluator_usage: { input_tokens: String(row.inputTokens), output_tokens: String(row.outputTokens) },
      ...(error && { evaluator_run_error: error }),
      time_consuming_ms: String(row.ms),
    },
    status: row.status,
    base_info: infoOf(row),
  }
}
export function shownOutput(row: TurnRow, targetId: string, locale: Locale): ShownTargetRecord {
  const error = row.hasOutput ? undefined : errorOf(row, locale)
  return {
    id: row.id,
    space_id: row.spaceId,
    target_id: targetId,
    target_version_id: row.targetVersionId,
    experiment_id: row.experimentId ?? '0',
    item_id: row.itemId,
    turn_id: row.id,
    trace_id: row.traceId,
    eval_target_input_data: { input_fields: contents(row.input) },
    eval_target_output_data: {
      output_fields: contents(row.outputs),
      eval_target_usage: { input_tokens: String(row.inputTokens), output_tokens: String(row.outputTokens) },
      ...(error && { eval_target_run_error: error }),
      time_consuming_ms: String(row.ms),
      cost: row.cost,
    },
    status: row.hasOutput ? RecordStatus.success : RecordStatus.fail,
  }
}
const itemStates: Record<TurnState, number> = {
  [TurnState.queueing]: ItemState.queueing,
  [TurnState.success]: ItemState.success,
  [TurnState.fail]: ItemState.fail,
  [TurnState.processing]: ItemState.processing,
  [TurnState.terminal]: ItemState.terminal,
}
/** State of an item: the least successful state of its turns. */
function stateOf(turns: TurnRow[]): number {
  const order = [TurnState.processing, TurnState.queueing, TurnState.terminal, TurnState.fail, TurnState.success]
  const found = order.find((state) => turns.some((turn) => turn.state === state))
  return itemStates[found ?? TurnState.queueing]
}
function weighted(scores: ScoreRow[], evaluators: UsedEvaluator[]): number | undefined {
  const good = scores.flatMap((row) => {
    const value = row.correctedNormal ?? row.normal
    const weight = evaluators.find((one) => one.versionId === row.evaluatorVersionId)?.weight ?? 0
    return value === null || !weight ? [] : [{ value, weight }]
  })
  const all = good.reduce((sum, one) => sum + one.weight, 0)
  return all ? good.reduce((sum, one) => sum + one.value * one.weight, 0) / all : undefined
}
export interface ResultParts {
  rows: ExperimentRow[]
  items: { itemId: string; index: number }[]
  turns: TurnRow[]
  scores: ScoreRow[]
  contents: Map<string, Turn[]>
  fields: Field[]
  targetIds: Map<string, string>
  infoOf: InfoOf
  locale: Locale
  linkOf(key: string): string
}
/** Rows of experiments side by side: by item, turn and trial. */
export function shownItems(parts: ResultParts): ItemResult[] {
  const { rows, items, turns, fields, locale, infoOf } = parts
  const byItem = Map.groupBy(turns, (turn) => turn.itemId)
  const scoresOf = Map.groupBy(parts.scores, (score) => score.turnId!)
  const live = fields.filter(({ status }) => status === 1)
  const payload = (row: ExperimentRow, turn: TurnRow) => {
    const scores = scoresOf.get(turn.id) ?? []
    const values = parts.contents.get(turn.itemId)?.[turn.turn] ?? {}
    const error = errorOf(turn, locale)
    const score = weighted(scores, row.evaluators)
    return {
      turn_id: turn.id,
      eval_set: {
        turn: {
          id: String(turn.turn),
          field_data_list: live.flatMap((field) => {
            const { key, name } = field
            return values[key] ? [{ key, name, content: shownContent(values[key].text, field, parts.linkOf) }] : []
          }),
        },
      },
      target_output:
        turn.hasOutput || error
          ? { eval_target_record: shownOutput(turn, parts.targetIds.get(turn.targetVersionId) ?? '0', locale) }
          : {},
      evaluator_output: {
        evaluator_records: Object.fromEntries(
          scores.map((one) => [one.evaluatorVersionId, shownRecord(one, turn, infoOf, locale)]),
        ),
        ...(score !== undefined && { weighted_score: score }),
      },
      system_info: { turn_run_state: turn.state, trial: turn.trial, ...(error && { error }) },
    }
  }
  return items.map(({ itemId, index }) => {
    const own = byItem.get(itemId) ?? []
    const places = Map.groupBy(own, (turn) => `${turn.trial}/${turn.turn}`)
    const problem = own.find((turn) => turn.errorCode)
    const error = problem && errorOf(problem, locale)
    return {
      item_id: itemId,
      item_index: String(index),
      turn_results: [...places.values()].map((list) => ({
        turn_id: list[0]!.id,
        turn_index: String(list[0]!.turn),
        experiment_results: rows.map((row) => {
          const turn = list.find((one) => one.experimentId === row.id)
          return { experiment_id: row.id, ...(turn && { payload: payload(row, turn) }) }
        }),
      })),
      system_info: {
        item_run_state: stateOf(own.filter((turn) => turn.experimentId === rows[0]!.id)),
        ...(error && { error }),
      },
    }
  })
}
