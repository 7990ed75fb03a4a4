import type { TraceSpan, WorkflowSpan } from '@orrery/contract'
import type { RunSpan } from './span-tree.ts'

const tag = (key: string, value: string | number) => ({ key, tag_type: 0, value: { v_str: String(value) } })
const content = (text: string) => ({ type: 0, content: text })
const statusCode = (span: RunSpan) => span.errorCode || (span.isStopped ? 1 : 0)

/** Converts a span to the format of the workflow trace calls. */
export const toWorkflowSpan = (span: RunSpan, traceId: string, logId: string): WorkflowSpan => ({
  trace_id: traceId,
  log_id: logId,
  span_id: span.id,
  type: span.type,
  name: span.name,
  alias_name: span.name,
  parent_id: span.parentId || '0',
  duration: span.ms,
  start_time: span.startedAt,
  status_code: statusCode(span),
  tags: [
    ...Object.entries(span.attributes)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([key, value]) => tag(key, typeof value === 'object' ? JSON.stringify(value) : String(value))),
    tag('input_tokens', span.tokensIn),
    tag('output_tokens', span.tokensOut),
    ...(span.cost ? [tag('cost', span.cost)] : []),
    ...(span.modelName ? [tag('model', span.modelName)] : []),
    ...(span.error ? [tag('error', span.error)] : []),
  ],
  input: content(span.input),
  output: content(span.output),
  is_entry: span.parentId === '',
  is_key_span: span.parentId === '' || span.kind === 'agent' || span.kind === 'model' || span.errorCode !== 0,
})

/** Converts a span to the format of bot traces, so that one view can show both. */
export const toTraceSpan = (span: RunSpan, startedAt: number): TraceSpan => ({
  span_id: span.id,
  parent_id: span.parentId,
  kind: span.kind,
  name: span.name,
  status: span.isStopped ? 3 : span.errorCode ? 2 : 1,
  error_code: span.errorCode,
  error_msg: span.errorCode ? span.error : '',
  offset_ms: Math.max(0, span.startedAt - startedAt),
  duration_ms: span.ms,
  first_token_ms: span.firstMs,
  model_id: span.modelId,
  model_name: span.modelName,
  input_tokens: span.tokensIn,
  output_tokens: span.tokensOut,
  cached_tokens: span.tokensCached,
  reasoning_tokens: span.tokensReasoning,
  cost: span.cost,
  input: span.input,
  output: span.output,
  attributes: span.attributes,
})
