import type { WorkflowSpan } from '@orrery/contract'
import { toNodeResult } from './process.ts'
import type { RunView } from './run.service.ts'
import type { RunRow } from './run.table.ts'
import { type NodeRecord, RunStatus } from './run-types.ts'

const SHOWN = 10_000
const tag = (key: string, value: string | number) => ({ key, tag_type: 0, value: { v_str: String(value) } })
const content = (text: string) => ({ type: 0, content: text.slice(0, SHOWN) })
/** 0: fine. */
const statusCode = (row: Pick<RunRow, 'status' | 'errorCode'>) =>
  row.status === RunStatus.failed ? row.errorCode || 1 : row.status === RunStatus.cancelled ? 1 : 0

type Head = RunView['row']
/** The run itself, at the root of its spans. */
export const rootSpan = (row: Head): WorkflowSpan => ({
  trace_id: row.id,
  log_id: row.logId,
  span_id: row.id,
  type: 'Workflow',
  name: 'Workflow',
  alias_name: 'Workflow',
  parent_id: '0',
  duration: row.updatedAt - row.createdAt,
  start_time: row.createdAt,
  status_code: statusCode(row),
  tags: [
    tag('execute_id', row.id),
    tag('workflow_version', row.version),
    tag('input_tokens', row.tokensIn),
    tag('output_tokens', row.tokensOut),
    tag('run_mode', row.runMode),
    ...(row.error ? [tag('error', row.error)] : []),
  ],
  input: content(row.input),
  output: content(row.output),
  is_entry: true,
  is_key_span: true,
})

/** Every node as a span under the one that started it. */
export function spansOf({ row, records }: Pick<RunView, 'row' | 'records'>): WorkflowSpan[] {
  const paths = new Set(records.map((one) => one.p))
  return [rootSpan(row), ...records.map((one) => nodeSpan(one, row, paths))]
}

function nodeSpan(record: NodeRecord, row: Head, paths: ReadonlySet<string>): WorkflowSpan {
  const { input, output } = toNodeResult(record, row.id)
  return {
    trace_id: row.id,
    log_id: row.logId,
    span_id: `${row.id}:${record.p}`,
    type: record.t,
    name: record.n,
    alias_name: record.n,
    parent_id: parentOf(record.p, row.id, paths),
    duration: record.ms ?? 0,
    start_time: record.at,
    status_code: record.s === 4 ? (record.code ?? 1) : 0,
    tags: [
      tag('node_id', record.id),
      ...(record.k === undefined ? [] : [tag('index', record.k)]),
      ...(record.tin === undefined ? [] : [tag('input_tokens', record.tin), tag('output_tokens', record.tout ?? 0)]),
      ...(record.err ? [tag('error', record.err)] : []),
    ],
    input: content(input),
    output: content(output),
    is_entry: false,
    is_key_span: record.t === 'LLM' || record.s === 4,
  }
}

/** `loop#2/sub/5` belongs to `loop#2/sub`, that to `loop`. */
function parentOf(path: string, runId: string, paths: ReadonlySet<string>): string {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const parent = path.slice(0, at).replace(/[#@~][^/]*$/, '')
    if (paths.has(parent)) return `${runId}:${parent}`
  }
  return runId
}
