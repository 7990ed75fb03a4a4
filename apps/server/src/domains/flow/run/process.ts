import type { NodeResult, RunProcess } from '@orrery/contract'
import type { NodeRecord } from './node-record.ts'
import type { RunView } from './run-view.service.ts'
import { isBlobValue, RunStatus } from './run-types.ts'
import { isLarge, trimmed } from './trim.ts'

const seconds = (ms: number) => `${(ms / 1000).toFixed(3)}s`
const money = (amount: number) => (amount ? amount.toFixed(8).replace(/0+$/, '') : '0')
function tokensAndCost(input: number, output: number, costIn: number, costOut: number): NodeResult['tokenAndCost'] {
  return {
    inputTokens: `${input} Tokens`,
    inputCost: money(costIn),
    outputTokens: `${output} Tokens`,
    outputCost: money(costOut),
    totalTokens: `${input + output} Tokens`,
    totalCost: money(costIn + costOut),
  }
}
const costs = (records: readonly NodeRecord[]): [costIn: number, costOut: number] => {
  let [into, out] = [0, 0]
  for (const { modelCalls } of records)
    for (const { costIn, costOut } of modelCalls ?? []) {
      into += costIn
      out += costOut
    }
  return [into, out]
}
/** For API clients, a queued or interrupted run counts as running. */
const shownStatus = (status: number): number =>
  status === RunStatus.interrupted || status === RunStatus.queued ? RunStatus.running : status

const textOf = (value: unknown): string =>
  value === undefined ? '' : isBlobValue(value) ? value.begins : JSON.stringify(isLarge(value) ? trimmed(value) : value)
const plain = (value: unknown): string =>
  typeof value === 'string'
    ? isLarge(value)
      ? (trimmed(value) as string)
      : value
    : isBlobValue(value)
      ? value.begins
      : textOf(value)

export function toNodeResult(record: NodeRecord, runId: string): NodeResult {
  const extra: Record<string, unknown> = {}
  const response: Record<string, unknown> = { ...record.extra }
  if (record.text !== undefined && record.type === 'End') response.terminal_plan = 2
  if (Object.keys(response).length) extra.response_extra = response
  const isTrimmed = [record.input, record.output, record.text].some((item) => isBlobValue(item) || isLarge(item))
  if (isTrimmed) extra.is_trimmed = true
  if (record.isPinned) extra.pinned = true
  if (record.attempts) extra.attempts = record.attempts
  if (record.port !== undefined) extra.port = record.port
  const sub = record.type === 'SubWorkflow' ? `${runId}:${record.path}` : undefined
  if (sub) extra.subExecuteID = sub
  return {
    nodeId: record.nodeId,
    NodeType: record.type,
    NodeName: record.title,
    nodeStatus: record.status,
    errorInfo: record.error ?? '',
    errorLevel: record.errorLevel ?? '',
    input: textOf(record.input),
    output: record.text === undefined ? textOf(record.output) : plain(record.text),
    ...(record.raw !== undefined && { raw_output: plain(record.raw) }),
    nodeExeCost: seconds(record.durationMs ?? 0),
    tokenAndCost: tokensAndCost(record.tokensIn ?? 0, record.tokensOut ?? 0, ...costs([record])),
    ...(record.round !== undefined && { index: record.round }),
    isBatch: false,
    extra: Object.keys(extra).length ? JSON.stringify(extra) : '',
    executeId: runId,
    ...(sub && { subExecuteId: sub }),
  }
}

/** Results of the nodes of the workflow itself. Rounds of a node are combined into one result with a list. */
export function nodeResults(records: readonly NodeRecord[], runId: string): NodeResult[] {
  const results = new Map<string, NodeResult>()
  const rounds = new Map<string, NodeResult[]>()
  for (const record of records) {
    const result = toNodeResult(record, runId)
    if (record.round === undefined) results.set(record.nodeId, result)
    else rounds.set(record.nodeId, [...(rounds.get(record.nodeId) ?? []), result])
  }
  for (const [id, list] of rounds) {
    list.sort((a, b) => (a.index ?? 0) - (b.index ?? 0))
    // A node in batch mode runs as rounds of an inner node (`_inner`): shown as one.
    const outer = id.endsWith('_inner') ? results.get(id.slice(0, -'_inner'.length)) : undefined
    const shown = outer ? { ...list.at(-1)!, ...outer, NodeType: list[0]!.NodeType } : { ...list.at(-1)! }
    const own = outer ? list.map((item) => ({ ...item, nodeId: outer.nodeId })) : list
    const failed = list.find((item) => item.nodeStatus === 4)
    results.set(shown.nodeId, {
      ...shown,
      nodeStatus: failed
        ? 4
        : ([2, 1].find((open) => list.some((item) => item.nodeStatus === open)) ?? shown.nodeStatus),
      errorInfo: failed?.errorInfo ?? shown.errorInfo,
      errorLevel: failed?.errorLevel ?? shown.errorLevel,
      isBatch: true,
      batch: JSON.stringify(own),
    })
  }
  return [...results.values()]
}

/** `sub` is the path of a called workflow inside the run. */
export function toProcess({ row, records, interrupts }: RunView, sub = ''): RunProcess {
  const prefix = sub && `${sub}/`
  const depth = sub ? (records.find((record) => record.path.startsWith(prefix))?.depth ?? 1) : 0
  const own = records.filter((record) => (record.depth ?? 0) === depth && record.path.startsWith(prefix))
  const results = nodeResults(own, row.id)
  if (row.status === RunStatus.failed && !results.some((result) => result.nodeStatus === 4))
    attributeToEnd(results, row.id, row.error)
  const done = results.filter((result) => result.nodeStatus === 3).length
  const [first] = interrupts
  return {
    workFlowId: row.workflowId,
    executeId: row.id,
    executeStatus: shownStatus(row.status),
    nodeResults: results,
    rate: (results.length ? done / results.length : 0).toFixed(2),
    exeHistoryStatus: 2,
    workflowExeCost: seconds(row.updatedAt - row.createdAt),
    tokenAndCost: tokensAndCost(row.tokensIn, row.tokensOut, ...costs(records)),
    reason: row.error,
    lastNodeID: own.at(-1)?.nodeId ?? '',
    logID: row.logId,
    nodeEvents: first
      ? [
          {
            id: first.id,
            type: first.type,
            node_title: first.title,
            data: first.data,
            node_icon: first.icon,
            node_id: first.nodeId,
            schema_node_id: first.nodeId,
          },
        ]
      : [],
    projectId: row.context.projectId ?? '',
  }
}

/** Attributes a failure without a node to the end node. */
function attributeToEnd(results: NodeResult[], runId: string, error: string): void {
  const known = results.find((result) => result.nodeId === '900001')
  const end =
    known ??
    toNodeResult({ path: '900001', nodeId: '900001', type: 'End', title: 'End', status: 4, startedAt: 0 }, runId)
  Object.assign(end, { nodeStatus: 4, errorInfo: error, errorLevel: 'Error' })
  if (!known) results.push(end)
}
