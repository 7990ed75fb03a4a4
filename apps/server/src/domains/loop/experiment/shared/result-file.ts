import type { ItemResult } from '@orrery/contract'
import Papa from 'papaparse'
import { guarded } from '#kit/formula-guard.ts'
import type { ExperimentRow } from '../experiment.table.ts'

export type FileKind = 'csv' | 'jsonl' | 'xlsx'
const types: Record<FileKind, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const states = ['waiting', 'success', 'failed', 'running', 'stopped']

/** One line per turn of each row: its fields, then output and scores of every experiment. */
export function linesOf(rows: ExperimentRow[], fields: string[], items: ItemResult[]): Record<string, string>[] {
  return items.flatMap((item) =>
    item.turn_results.map((turn) => {
      const line: Record<string, string> = { item_id: item.item_id, turn: turn.turn_index }
      const first = turn.experiment_results.find(({ payload }) => payload)?.payload
      line.trial = String(first?.system_info.trial ?? 0)
      for (const name of fields)
        line[name] = first?.eval_set.turn.field_data_list.find((one) => one.name === name)?.content.text ?? ''
      for (const row of rows) {
        const payload = turn.experiment_results.find(({ experiment_id }) => experiment_id === row.id)?.payload
        const record = payload?.target_output.eval_target_record
        const at = (what: string) => `${row.name}: ${what}`
        line[at('status')] = states[payload?.system_info.turn_run_state ?? 0] ?? ''
        line[at('output')] = record?.eval_target_output_data.output_fields.actual_output?.text ?? ''
        line[at('ms')] = record?.eval_target_output_data.time_consuming_ms ?? ''
        line[at('cost')] = record ? String(record.eval_target_output_data.cost) : ''
        for (const { versionId, name, version } of row.evaluators) {
          const result = payload?.evaluator_output.evaluator_records[versionId]?.evaluator_output_data.evaluator_result
          line[at(`${name} ${version}`)] = result ? String(result.correction?.score ?? result.score) : ''
          line[at(`${name} ${version} reason`)] = result?.correction?.explain || (result?.reasoning ?? '')
        }
        line[at('error')] = payload?.system_info.error?.message ?? ''
      }
      return line
    }),
  )
}
const tableOf = (lines: Record<string, string>[]) => {
  const names = Object.keys(lines[0] ?? { item_id: '' })
  return [names, ...lines.map((line) => names.map((name) => line[name] ?? ''))]
}
/** CSV in which cells that begin like formulas are escaped with a quote. */
export const csvOf = (lines: Record<string, string>[]): string =>
  `\uFEFF${Papa.unparse(tableOf(lines).map((row) => row.map(guarded)))}\r\n`
export async function fileOf(
  lines: Record<string, string>[],
  kind: FileKind,
  spreadsheet: (rows: Buffer, name: string) => Promise<Uint8Array>,
): Promise<Response> {
  const body =
    kind === 'jsonl'
      ? lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      : kind === 'csv'
        ? csvOf(lines)
        : await spreadsheet(
            Buffer.from(
              tableOf(lines)
                .map((row) => `${JSON.stringify(row)}\n`)
                .join(''),
            ),
            'Results',
          )
  return new Response(body as BodyInit, {
    headers: {
      'content-type': types[kind],
      'content-disposition': `attachment; filename="experiment.${kind}"`,
    },
  })
}
