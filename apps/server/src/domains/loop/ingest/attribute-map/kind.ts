import type { OtlpSpan } from '../otlp-types.ts'
import { pickText } from './pick.ts'

/** Maps the span types of senders to our kinds. Unknown types become `custom`. */
const kinds: Readonly<Record<string, string>> = {
  model: 'model',
  llm: 'model',
  llmcall: 'model',
  chat: 'model',
  completion: 'model',
  generate_content: 'model',
  text_completion: 'model',
  embedding: 'embedding',
  embeddings: 'embedding',
  rerank: 'rerank',
  reranker: 'rerank',
  tool: 'tool',
  plugin: 'tool',
  execute_tool: 'tool',
  retriever: 'retrieval',
  retrieval: 'retrieval',
  vector_store: 'retrieval',
  vector_retriever: 'retrieval',
  agent: 'agent',
  invoke_agent: 'agent',
  create_agent: 'agent',
  graph: 'workflow',
  chain: 'workflow',
  workflow: 'workflow',
  invoke_workflow: 'workflow',
  prompt: 'prompt',
  parser: 'function',
  function: 'function',
  task: 'function',
  memory: 'function',
  loader: 'function',
  transformer: 'function',
  guardrail: 'hook',
  evaluator: 'hook',
}
export const kindOfType = (type: string): string => kinds[type.toLowerCase()] ?? 'custom'

const typeKeys = [
  'cozeloop.span_type',
  'gen_ai.operation.name',
  'openinference.span.kind',
  'traceloop.span.kind',
  'gen_ai.request.type',
  'llm.request.type',
] as const

/** Operations of the AI SDK: inner operations call the model, outer ones report the sums of their inner calls. */
function kindOfAiSdk(operation: string): string {
  if (operation === 'ai.toolCall') return 'tool'
  if (/^ai\.embed(Many)?\.doEmbed$/.test(operation)) return 'embedding'
  if (/\.do(Generate|Stream)$/.test(operation)) return 'model'
  return 'agent'
}

export function kindOf(span: OtlpSpan): { kind: string; rawType: string } {
  const rawType = pickText(span.attributes, typeKeys)
  if (rawType) return { kind: kindOfType(rawType), rawType }
  const operation = pickText(span.attributes, ['ai.operationId'])
  if (operation) return { kind: kindOfAiSdk(operation), rawType: operation }
  const spring = pickText(span.attributes, ['spring.ai.kind'])
  if (spring === 'chat_client' || spring === 'advisor') return { kind: 'agent', rawType: spring }
  if (spring === 'tool_call') return { kind: 'tool', rawType: spring }
  if (spring === 'vector_store') return { kind: 'retrieval', rawType: spring }
  if (span.name === 'litellm_request') return { kind: 'model', rawType: span.name }
  return { kind: 'custom', rawType: '' }
}
