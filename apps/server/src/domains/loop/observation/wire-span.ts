import type { WireSpan } from '@orrery/contract'
import { WireSpanStatus, WireSpanType } from '@orrery/contract/shared/trace-enums'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { FullSpan, NamedHead } from './observation.repo.ts'

const types: Readonly<Record<string, number>> = {
  turn: WireSpanType.cozeBot,
  agent: WireSpanType.agent,
  model: WireSpanType.model,
  embedding: WireSpanType.embedding,
  tool: WireSpanType.plugin,
  retrieval: WireSpanType.vectorRetriever,
  prompt: WireSpanType.prompt,
  function: WireSpanType.function,
  workflow: WireSpanType.graph,
}
const statuses = {
  [SpanStatus.done]: WireSpanStatus.success,
  [SpanStatus.failed]: WireSpanStatus.error,
  [SpanStatus.stopped]: WireSpanStatus.broken,
}
const millis = (micros: number) => String(Math.floor(micros / 1000))

/** Times in milliseconds. */
export const toWireSpan = (span: FullSpan, head?: NamedHead): WireSpan => ({
  trace_id: span.traceId,
  id: span.spanId,
  parent_id: span.parentId || '0',
  name: span.name,
  type: types[span.kind] ?? WireSpanType.unknown,
  start_time: millis(span.startedAt),
  latency: millis(span.durationUs),
  status: statuses[span.status],
  log_id: span.logId || head?.logId || '',
  attr_base: {
    user_id: head?.userId ?? (span.userKey || head?.userKey || ''),
    device_id: '',
    space_id: span.spaceId,
    psm: span.service,
    psm_env: span.scene,
    input: span.input,
    output: span.output,
    err_msg: span.errorMsg,
    status_code: String(span.errorCode),
    tokens: span.inputTokens + span.outputTokens,
    input_tokens: span.inputTokens,
    output_tokens: span.outputTokens,
    span_type: span.rawType || span.kind,
    prompt_key: span.promptKey,
  },
  ...(span.model && { attr_model: { model_name: span.model } }),
  ...(head && span.parentId === '' && head.objectKind === 'bot' && { attr_coze_bot: botOf(head) }),
  custom_span_type: types[span.kind] ? '' : span.rawType || span.kind,
  extra: { cost: String(span.cost), thread_id: span.threadId },
})
const botOf = (head: NamedHead) => ({
  bot_id: head.objectId ?? '',
  bot_version: head.objectVersion,
  bot_space_id: head.spaceId,
  bot_env: head.scene,
  bot_name: head.objectName,
  connector_id: head.connectorId,
  conversation_id: head.threadId,
  message_id: head.messageId ?? '',
  latency_first_resp: millis(head.firstUs),
})

/** Shows a trace as its root span. */
export const headAsSpan = (head: NamedHead): FullSpan => ({
  keep: head.keep,
  startedAt: head.startedAt,
  spaceId: head.spaceId,
  traceId: head.traceId,
  spanId: head.rootId,
  parentId: '',
  kind: head.objectKind === 'bot' ? 'turn' : head.objectKind === 'workflow' ? 'workflow' : 'agent',
  rawType: '',
  name: head.source === 'run' || !head.name ? head.objectName : head.name,
  source: head.source,
  status: head.status,
  errorCode: head.errorCode,
  errorMsg: head.errorMsg,
  errorZh: head.errorZh,
  durationUs: head.durationUs,
  firstUs: head.firstUs,
  modelId: '',
  model: head.models,
  provider: '',
  inputTokens: head.inputTokens,
  outputTokens: head.outputTokens,
  cachedTokens: head.cachedTokens,
  reasoningTokens: head.reasoningTokens,
  cost: head.cost,
  scene: head.scene,
  service: head.service,
  userKey: head.userKey,
  threadId: head.threadId,
  logId: head.logId,
  promptKey: '',
  promptVersion: '',
  input: head.input,
  output: head.output,
  attributes: {},
})
/** A trace as an entry in a list of root spans. */
export const rootOf = (head: NamedHead): WireSpan => toWireSpan(headAsSpan(head), head)
