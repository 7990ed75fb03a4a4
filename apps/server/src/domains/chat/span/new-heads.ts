import { isCounted, type NewSpan, SpanStatus, type TraceSource } from './shared/span-types.ts'
import type { HeadRow } from './span.table.ts'

const PREVIEW = 2000
const MAX_MODELS = 500

/** Heads of new traces of programs, computed from these spans alone in the same way as `externalHeads`. */
export function newHeads(spans: readonly NewSpan[], keep: number): HeadRow[] {
  const traces = Map.groupBy(spans, ({ spaceId, traceId }) => `${spaceId}/${traceId}`)
  return [...traces.values()].map((all) => headOf(all, keep))
}

function headOf(spans: NewSpan[], keep: number): HeadRow {
  const root = spans.reduce((best, one) => (isEarlierRoot(one, best) ? one : best))
  const counted = spans.filter(({ kind }) => isCounted(kind))
  const sum = (of: (one: NewSpan) => number) => counted.reduce((all, one) => all + of(one), 0)
  const last = (of: (one: NewSpan) => string) => spans.reduce((best, one) => (of(one) > best ? of(one) : best), '')
  const models = [...new Set(counted.map(({ model }) => model).filter(Boolean))].sort().join(', ')
  const firsts = spans.filter(({ firstUs }) => firstUs > 0).map(({ startedAt, firstUs }) => startedAt + firstUs)
  const isRoot = root.parentId === ''
  const end = Math.max(...spans.map(({ startedAt, durationUs }) => startedAt + durationUs))
  return {
    keep,
    startedAt: root.startedAt,
    spaceId: root.spaceId,
    traceId: root.traceId,
    rootId: isRoot ? root.spanId : '',
    source: root.source as TraceSource,
    name: root.name,
    objectKind: 'service',
    objectId: null,
    objectVersion: '',
    connectorId: '',
    scene: root.scene,
    userId: null,
    userKey: root.userKey || last(({ userKey }) => userKey),
    threadId: root.threadId || last(({ threadId }) => threadId),
    messageId: null,
    logId: root.logId || last(({ logId }) => logId),
    service: root.service,
    status: root.status,
    errorCode: root.errorCode,
    errorMsg: root.errorMsg,
    errorZh: '',
    durationUs: isRoot ? root.durationUs : end - Math.min(...spans.map(({ startedAt }) => startedAt)),
    firstUs: root.firstUs || (firsts.length ? Math.max(Math.min(...firsts) - root.startedAt, 0) : 0),
    inputTokens: sum((one) => one.inputTokens),
    outputTokens: sum((one) => one.outputTokens),
    cachedTokens: sum((one) => one.cachedTokens),
    reasoningTokens: sum((one) => one.reasoningTokens),
    cost: sum((one) => one.cost),
    spanCount: spans.length,
    failedCount: spans.filter(({ status }) => status === SpanStatus.failed).length,
    models: shortened(models, MAX_MODELS),
    input: shortened(root.input, PREVIEW),
    output: shortened(root.output, PREVIEW),
    feedback: 0,
    intentId: '',
    intentStatus: 0,
  }
}
const isEarlierRoot = (one: NewSpan, best: NewSpan): boolean => {
  const [a, b] = [one.parentId === '', best.parentId === '']
  if (a !== b) return a
  if (one.startedAt !== best.startedAt) return one.startedAt < best.startedAt
  return one.spanId < best.spanId
}
/** Cuts by characters, as the database counts them. */
const shortened = (text: string, max: number): string =>
  text.length <= max
    ? text
    : Array.from(text.slice(0, max * 2))
        .slice(0, max)
        .join('')
        .toWellFormed()
