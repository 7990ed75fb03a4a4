import type { WorkflowSpan } from '@orrery/contract'
import type { Trace, TraceSpan } from '#domains/chat/trace/index.ts'

const tagOf = (span: WorkflowSpan, key: string): string => span.tags.find((tag) => tag.key === key)?.value.v_str ?? ''
const numberOf = (span: WorkflowSpan, key: string): number => Number(tagOf(span, key)) || 0

const models = new Set(['Model', 'LLM', 'Intent', 'Question', 'ImageGenerate'])
const tools = new Set([
  'Api',
  'Http',
  'Database',
  'DatabaseUpdate',
  'DatabaseSelect',
  'DatabaseDelete',
  'DatabaseInsert',
])
const retrievals = new Set(['Dataset', 'DatasetWrite', 'KnowledgeDelete'])
const flows = new Set(['Workflow', 'SubWorkflow', 'Loop', 'Batch', 'If'])

function kindOf(type: string): TraceSpan['kind'] {
  if (models.has(type)) return 'model'
  if (tools.has(type)) return 'tool'
  if (retrievals.has(type)) return 'retrieval'
  return flows.has(type) ? 'workflow' : 'skill'
}

/** Converts a run of a workflow to a trace. The root has the name of the workflow. */
export function toTrace(
  spans: readonly WorkflowSpan[],
  name: string,
  round: (at: number) => string,
): { trace: Trace; spans: TraceSpan[] } | null {
  const root = spans.find((span) => span.parent_id === '0') ?? spans[0]
  if (!root) return null
  const all = spans.map((span) => spanOf(span, root, span === root ? name : nameOf(span, round)))
  const models = spans.map((span) => tagOf(span, 'model')).filter(Boolean)
  return {
    spans: all,
    trace: {
      trace_id: root.trace_id,
      bot_id: '',
      bot_version: tagOf(root, 'workflow_version'),
      conversation_id: '',
      message_id: '',
      user_id: '',
      user_name: '',
      user_avatar_url: '',
      scene: '',
      connector_id: '',
      status: root.status_code === 0 ? 1 : 2,
      error_code: root.status_code,
      error_msg: tagOf(root, 'error'),
      started_at: root.start_time,
      duration_ms: root.duration,
      first_token_ms: 0,
      input_tokens: numberOf(root, 'input_tokens'),
      output_tokens: numberOf(root, 'output_tokens'),
      cost: numberOf(root, 'cost'),
      span_count: spans.length,
      failed_count: all.filter((span) => span.status === 2).length,
      model_names: [...new Set(models)].join(', '),
      input: root.input.content,
      output: root.output.content,
      feedback: 0,
    },
  }
}

function nameOf(span: WorkflowSpan, round: (at: number) => string): string {
  const index = tagOf(span, 'index')
  return index === '' ? span.name : `${span.name} · ${round(Number(index) + 1)}`
}

function spanOf(span: WorkflowSpan, root: WorkflowSpan, name: string): TraceSpan {
  return {
    span_id: span.span_id,
    parent_id: span === root ? '' : span.parent_id,
    kind: kindOf(span.type),
    name,
    status: span.status_code === 0 ? 1 : 2,
    error_code: span.status_code,
    error_msg: tagOf(span, 'error'),
    offset_ms: Math.max(0, span.start_time - root.start_time),
    duration_ms: span.duration,
    first_token_ms: 0,
    model_id: tagOf(span, 'model_id'),
    model_name: tagOf(span, 'model'),
    input_tokens: numberOf(span, 'input_tokens'),
    output_tokens: numberOf(span, 'output_tokens'),
    cached_tokens: numberOf(span, 'cached_tokens'),
    reasoning_tokens: numberOf(span, 'reasoning_tokens'),
    cost: numberOf(span, 'cost'),
    input: span.input.content,
    output: span.output.content,
    attributes: Object.fromEntries(span.tags.map((tag) => [tag.key, tag.value.v_str])),
  }
}
