import type { OpenRunHistory } from '@orrery/contract'
import { NodeStatus } from './node-record.ts'
import { unpackRecords } from './packed-records.ts'
import type { RunRow } from './run.table.ts'

const SHOWN = 100_000
const statusNames: Record<number, string> = {
  0: 'Running',
  1: 'Running',
  2: 'Success',
  3: 'Fail',
  4: 'Cancel',
  5: 'Interrupted',
}

/** A run as the public API returns it, with the link to its debug page. */
export function toHistory(row: RunRow, debugUrl: string): OpenRunHistory {
  const outputs = unpackRecords(row.nodes).filter(({ depth, type }) => !depth && (type === 'Message' || type === 'End'))
  return {
    execute_id: row.id,
    execute_status: statusNames[row.status] ?? 'Running',
    bot_id: row.context.botId ?? '0',
    connector_id: row.context.connectorId ?? '0',
    connector_uid: row.context.connectorUid ?? '',
    run_mode: row.runMode,
    log_id: row.logId,
    logid: row.logId,
    create_time: Math.floor(row.createdAt / 1000),
    update_time: Math.floor(row.updatedAt / 1000),
    debug_url: debugUrl,
    is_output_trimmed: row.output.length > SHOWN || row.output.startsWith('{"$blob":'),
    input: row.input.slice(0, SHOWN),
    output: row.output.slice(0, SHOWN),
    token: String(row.tokensIn + row.tokensOut),
    cost: row.cost.toFixed(5),
    cost_unit: '',
    ext: row.context.ext ?? {},
    node_execute_status: Object.fromEntries(
      outputs.map((output) => [
        output.title,
        {
          node_id: output.nodeId,
          is_finish: output.status === NodeStatus.success,
          update_time: Math.floor((output.startedAt + (output.durationMs ?? 0)) / 1000),
          ...(output.round !== undefined && { loop_index: output.round }),
          node_execute_uuid: `${row.id}:${output.path}`,
        },
      ]),
    ),
    usage: { token_count: row.tokensIn + row.tokensOut, output_count: row.tokensOut, input_count: row.tokensIn },
    error_code: row.errorCode ? String(row.errorCode) : '',
    error_msg: row.error,
    error_message: row.error,
  }
}
