import { type ModelCall, type NodeRecord, NodeStatus } from './node-record.ts'
import { toNodeResult } from './process.ts'
import type { RunView } from './run-view.service.ts'
import { RunStatus } from './run-types.ts'

type SpanKind = 'workflow' | 'agent' | 'model' | 'tool' | 'retrieval' | 'skill'
/**
 * One step of a run, placed below the step that caused it. Its id is the id of the run, or that with the path of the
 * node.
 */
export interface RunSpan {
  id: string
  parentId: string
  kind: SpanKind
  /** NodeType of run results; `Workflow` for the run, `Model` for a call of a model. */
  type: string
  name: string
  startedAt: number
  ms: number
  firstMs: number
  /** 0 for success. */
  errorCode: number
  error: string
  errorZh: string
  isStopped: boolean
  tokensIn: number
  tokensOut: number
  tokensCached: number
  tokensReasoning: number
  cost: number
  modelId: string
  modelName: string
  input: string
  output: string
  attributes: Record<string, unknown>
}
const SHOWN = 10_000
const tools = new Set([
  'Api',
  'Http',
  'Code',
  'Database',
  'DatabaseUpdate',
  'DatabaseSelect',
  'DatabaseDelete',
  'DatabaseInsert',
])
const retrievals = new Set(['Dataset', 'LTM', 'Ltm'])
// `ImageFlow` occurs in runs of earlier versions.
const graphs = new Set<string>(['SubWorkflow', 'Loop', 'Batch', 'Imageflow', 'ImageFlow'])

/** A run as a tree of spans: nodes, rounds of loops, called workflows, and calls of models. */
export function spanTree({ row, records }: Pick<RunView, 'row' | 'records'>): RunSpan[] {
  const paths = new Set(records.map((record) => record.path))
  return [
    rootSpan(row),
    ...records.flatMap((record) => {
      const span = nodeSpan(record, row, paths)
      return [span, ...(record.modelCalls ?? []).map((call, at) => modelSpan(call, at, span))]
    }),
  ]
}

export function rootSpan(row: RunView['row']): RunSpan {
  return {
    id: row.id,
    parentId: '',
    kind: 'workflow',
    type: 'Workflow',
    name: 'Workflow',
    startedAt: row.createdAt,
    ms: row.updatedAt - row.createdAt,
    firstMs: 0,
    errorCode: row.status === RunStatus.failed ? row.errorCode || 1 : 0,
    error: row.error,
    errorZh: row.errorZh,
    isStopped: row.status === RunStatus.cancelled,
    tokensIn: row.tokensIn,
    tokensOut: row.tokensOut,
    tokensCached: 0,
    tokensReasoning: 0,
    cost: row.cost,
    modelId: '',
    modelName: '',
    input: row.input.slice(0, SHOWN),
    output: row.output.slice(0, SHOWN),
    attributes: {
      execute_id: row.id,
      workflow_id: row.workflowId,
      workflow_version: row.version,
      run_mode: row.runMode,
      ...row.context.clicked,
    },
  }
}

function nodeSpan(record: NodeRecord, row: RunView['row'], paths: ReadonlySet<string>): RunSpan {
  const { input, output } = toNodeResult(record, row.id)
  const calls = record.modelCalls ?? []
  const sum = (of: (call: ModelCall) => number) => calls.reduce((total, call) => total + of(call), 0)
  return {
    id: `${row.id}:${record.path}`,
    parentId: parentOf(record.path, row.id, paths),
    kind: kindOf(record),
    type: record.type,
    name: record.title,
    startedAt: record.startedAt,
    ms: record.durationMs ?? 0,
    firstMs: calls[0]?.firstTokenMs ?? 0,
    errorCode: record.status === NodeStatus.failed && record.errorLevel !== 'pending' ? (record.errorCode ?? 1) : 0,
    error: record.error ?? '',
    errorZh: record.errorZh ?? '',
    isStopped: record.errorLevel === 'pending',
    tokensIn: record.tokensIn ?? sum((call) => call.tokensIn),
    tokensOut: record.tokensOut ?? sum((call) => call.tokensOut),
    tokensCached: sum((call) => call.tokensCached ?? 0),
    tokensReasoning: sum((call) => call.tokensReasoning ?? 0),
    cost: sum((call) => call.costIn + call.costOut),
    modelId: '',
    modelName: [...new Set(calls.map((call) => call.modelName))].join(', '),
    input: input.slice(0, SHOWN),
    output: output.slice(0, SHOWN),
    attributes: {
      node_id: record.nodeId,
      node_type: record.type,
      path: record.path,
      ...(record.round !== undefined && { index: record.round }),
      ...(record.workflowId && { workflow_id: record.workflowId }),
      ...(record.port && { port: record.port }),
      ...(record.attempts && { attempts: record.attempts }),
      ...(record.isPinned && { pinned: true }),
      ...(record.errorLevel === 'Warn' && { warning: record.error }),
      ...followedOf(record),
    },
  }
}

/** The stored prompt that a node used, and its version. */
function followedOf({ extra }: NodeRecord): Record<string, unknown> {
  const { prompt_key: key, prompt_version: version } = extra ?? {}
  return key ? { prompt_key: key, prompt_version: version } : {}
}

const modelSpan = (call: ModelCall, at: number, node: RunSpan): RunSpan => ({
  id: `${node.id}!${at}`,
  parentId: node.id,
  kind: 'model',
  type: 'Model',
  name: call.modelName,
  startedAt: call.startedAt,
  ms: call.durationMs,
  firstMs: call.firstTokenMs,
  errorCode: call.error ? 1 : 0,
  error: call.error ?? '',
  errorZh: '',
  isStopped: false,
  tokensIn: call.tokensIn,
  tokensOut: call.tokensOut,
  tokensCached: call.tokensCached ?? 0,
  tokensReasoning: call.tokensReasoning ?? 0,
  cost: call.costIn + call.costOut,
  modelId: call.modelId,
  modelName: call.modelName,
  input: '',
  output: '',
  attributes: {},
})

function kindOf({ type, modelCalls }: NodeRecord): SpanKind {
  if (graphs.has(type)) return 'workflow'
  if (modelCalls || type === 'LLM') return 'agent'
  if (tools.has(type)) return 'tool'
  return retrievals.has(type) ? 'retrieval' : 'skill'
}

/** The longest prefix with a record: `loop#2/sub/5` belongs to `loop#2/sub`, which belongs to `loop`. */
function parentOf(path: string, runId: string, paths: ReadonlySet<string>): string {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const parent = path.slice(0, at)
    for (const found of [parent, parent.replace(/[#@~][^/]*$/, '')]) if (paths.has(found)) return `${runId}:${found}`
  }
  return runId
}
