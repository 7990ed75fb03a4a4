import { toNodeResult } from './process.ts'
import type { RunView } from './run.service.ts'
import { type ModelUse, type NodeRecord, RunStatus } from './run-types.ts'

type SpanKind = 'workflow' | 'agent' | 'model' | 'tool' | 'retrieval' | 'skill'
/** One step of a run under the step that led to it. Ids are unique in the run: its own id, or that with the path of the node. */
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
  /** 0: fine. */
  errorCode: number
  error: string
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
// `ImageFlow` stands in runs of earlier versions.
const graphs = new Set<string>(['SubWorkflow', 'Loop', 'Batch', 'Imageflow', 'ImageFlow'])

/** A run as the tree of what happened in it: nodes, the rounds of loops, called workflows, and calls of models. */
export function spanTree({ row, records }: Pick<RunView, 'row' | 'records'>): RunSpan[] {
  const paths = new Set(records.map((record) => record.p))
  return [
    rootSpan(row),
    ...records.flatMap((record) => {
      const span = nodeSpan(record, row, paths)
      return [span, ...(record.m ?? []).map((use, at) => modelSpan(use, at, span))]
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
    },
  }
}

function nodeSpan(record: NodeRecord, row: RunView['row'], paths: ReadonlySet<string>): RunSpan {
  const { input, output } = toNodeResult(record, row.id)
  const used = record.m ?? []
  const sum = (of: (use: ModelUse) => number) => used.reduce((total, item) => total + of(item), 0)
  return {
    id: `${row.id}:${record.p}`,
    parentId: parentOf(record.p, row.id, paths),
    kind: kindOf(record),
    type: record.t,
    name: record.n,
    startedAt: record.at,
    ms: record.ms ?? 0,
    firstMs: used[0]?.f ?? 0,
    errorCode: record.s === 4 && record.l !== 'pending' ? (record.code ?? 1) : 0,
    error: record.err ?? '',
    isStopped: record.l === 'pending',
    tokensIn: record.tin ?? sum((item) => item.i),
    tokensOut: record.tout ?? sum((item) => item.o),
    tokensCached: sum((item) => item.k ?? 0),
    tokensReasoning: sum((item) => item.r ?? 0),
    cost: sum((item) => item.ci + item.co),
    modelId: '',
    modelName: [...new Set(used.map((item) => item.n))].join(', '),
    input: input.slice(0, SHOWN),
    output: output.slice(0, SHOWN),
    attributes: {
      node_id: record.id,
      node_type: record.t,
      path: record.p,
      ...(record.k !== undefined && { index: record.k }),
      ...(record.wf && { workflow_id: record.wf }),
      ...(record.port && { port: record.port }),
      ...(record.tries && { attempts: record.tries }),
      ...(record.pin && { pinned: true }),
      ...(record.l === 'Warn' && { warning: record.err }),
    },
  }
}

const modelSpan = (use: ModelUse, at: number, node: RunSpan): RunSpan => ({
  id: `${node.id}!${at}`,
  parentId: node.id,
  kind: 'model',
  type: 'Model',
  name: use.n,
  startedAt: use.at,
  ms: use.ms,
  firstMs: use.f,
  errorCode: use.err ? 1 : 0,
  error: use.err ?? '',
  isStopped: false,
  tokensIn: use.i,
  tokensOut: use.o,
  tokensCached: use.k ?? 0,
  tokensReasoning: use.r ?? 0,
  cost: use.ci + use.co,
  modelId: use.id,
  modelName: use.n,
  input: '',
  output: '',
  attributes: {},
})

function kindOf({ t, m }: NodeRecord): SpanKind {
  if (graphs.has(t)) return 'workflow'
  if (m || t === 'LLM') return 'agent'
  if (tools.has(t)) return 'tool'
  return retrievals.has(t) ? 'retrieval' : 'skill'
}

/** `loop#2/sub/5` belongs to `loop#2/sub`, that to `loop`. */
function parentOf(path: string, runId: string, paths: ReadonlySet<string>): string {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const parent = path.slice(0, at)
    for (const found of [parent, parent.replace(/[#@~][^/]*$/, '')]) if (paths.has(found)) return `${runId}:${found}`
  }
  return runId
}
