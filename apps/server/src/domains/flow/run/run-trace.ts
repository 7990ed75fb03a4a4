import { keepText } from '#domains/chat/trace/shared/recorder.ts'
import { emptySpan, type NewSpan, type SpanBatch, SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { ActiveRun, Outcome } from './active-run.ts'
import type { NodeRecord } from './node-record.ts'
import { RunKind, RunStatus } from './run-types.ts'
import { type RunSpan, spanTree } from './span-tree.ts'

/** Maximum characters of a value in lists and in spans; the run itself stores the whole values. */
const PREVIEW_CHARS = 2000
const VALUE_CHARS = 4096
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const micros = (ms: number) => Math.round(ms * 1000)

export interface EndedRun extends Pick<
  ActiveRun,
  'id' | 'kind' | 'runMode' | 'userId' | 'context' | 'input' | 'logId' | 'createdAt'
> {
  loaded: Pick<ActiveRun['loaded'], 'workflowId' | 'spaceId' | 'commitId' | 'version'>
  outcome: Outcome
  records: NodeRecord[]
  endedAt: number
}

/** Converts a finished run to spans for the store of spans. */
export function runBatch({ outcome, records, endedAt, loaded, ...run }: EndedRun): SpanBatch {
  const { result } = outcome
  const fault = result.status === 'failed' ? result.error : undefined
  const row = {
    ...run,
    ...loaded,
    status: outcome.status,
    updatedAt: endedAt,
    errorCode: fault?.code ?? 0,
    error: fault?.message ?? '',
    errorZh: fault?.messageZh ?? '',
    tokensIn: result.usage.input,
    tokensOut: result.usage.output,
    cost: outcome.cost,
    output: outcome.output,
  }
  const tree = spanTree({ row, records })
  const [root] = tree
  const models = tree.filter(({ kind }) => kind === 'model')
  const [first] = models.filter(({ firstMs }) => firstMs > 0)
  const shared = {
    spaceId: loaded.spaceId,
    traceId: run.id,
    source: 'run' as const,
    scene: run.kind === RunKind.published ? ('online' as const) : ('debug' as const),
    objectKind: 'workflow' as const,
    objectKey: loaded.workflowId,
    objectVersion: loaded.version,
    connectorId: run.context.connectorId ?? '',
    threadId: run.context.conversationId ?? '',
    logId: run.logId,
  }
  return {
    spans: tree.map((span) => toSpan(span, shared)),
    heads: [
      {
        ...shared,
        rootId: run.id,
        name: root!.name,
        userId: run.userId,
        messageId: null,
        status: statusOf(root!),
        errorCode: root!.errorCode,
        errorMsg: keepText(root!.error, PREVIEW_CHARS),
        errorZh: keepText(root!.errorZh, PREVIEW_CHARS),
        startedAt: micros(run.createdAt),
        durationUs: micros(root!.ms),
        firstUs: first ? micros(Math.max(0, first.startedAt + first.firstMs - run.createdAt)) : 0,
        inputTokens: row.tokensIn,
        outputTokens: row.tokensOut,
        cost: row.cost,
        spanCount: tree.length,
        failedCount: tree.filter((span) => span.errorCode && span !== root).length,
        models: [...new Set(models.map(({ name }) => name))].join(', ').slice(0, 500),
        input: keepText(row.input, PREVIEW_CHARS),
        output: keepText(row.output, PREVIEW_CHARS),
        feedback: 0,
      },
    ],
  }
}
/** Whether the run has finished; an interrupted run will continue. */
export const isOver = ({ status }: Outcome): boolean => status !== RunStatus.interrupted

const statusOf = (span: RunSpan) =>
  span.isStopped ? SpanStatus.stopped : span.errorCode ? SpanStatus.failed : SpanStatus.done

type Shared = Pick<
  NewSpan,
  | 'spaceId'
  | 'traceId'
  | 'source'
  | 'scene'
  | 'objectKind'
  | 'objectKey'
  | 'objectVersion'
  | 'connectorId'
  | 'threadId'
  | 'logId'
>
const toSpan = (span: RunSpan, shared: Shared): NewSpan => ({
  ...emptySpan,
  ...shared,
  spanId: span.id,
  parentId: span.parentId,
  startedAt: micros(span.startedAt),
  durationUs: micros(span.ms),
  firstUs: micros(span.firstMs),
  kind: span.kind,
  rawType: span.type,
  name: keepText(span.name, 200),
  status: statusOf(span),
  errorCode: span.errorCode,
  errorMsg: keepText(span.errorCode ? span.error : '', PREVIEW_CHARS),
  errorZh: keepText(span.errorCode ? span.errorZh : '', PREVIEW_CHARS),
  modelId: span.modelId,
  model: span.modelName,
  inputTokens: span.tokensIn,
  outputTokens: span.tokensOut,
  cachedTokens: span.tokensCached,
  reasoningTokens: span.tokensReasoning,
  cost: span.cost,
  input: keepText(span.input, VALUE_CHARS),
  output: keepText(span.output, VALUE_CHARS),
  promptKey: textOf(span.attributes['prompt_key']),
  promptVersion: textOf(span.attributes['prompt_version']),
  attributes: span.attributes,
})
