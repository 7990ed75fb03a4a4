import type { NewId } from '#kit/ids.ts'
import { keepText } from './shared/recorder.ts'
import { type SpanRow, type TraceRow, TraceStatus } from './shared/trace-types.ts'

/** A model call for a turn after its end, such as learning from what was said. */
export interface LaterStep {
  name: string
  purpose: string
  model: { id: string; name: string }
  input: unknown
  output: unknown
  inputTokens: number
  outputTokens: number
  cost: number
  firstTokenMs: number
  startedAt: number
  durationMs: number
  error?: { code: number; text: string }
}

export const laterSpan = (trace: TraceRow, rootId: string | null, step: LaterStep, newId: NewId): SpanRow => ({
  id: newId(),
  traceId: trace.id,
  parentId: rootId,
  kind: 'model',
  name: step.name,
  status: step.error ? TraceStatus.failed : TraceStatus.done,
  errorCode: step.error?.code ?? 0,
  errorMsg: keepText(step.error?.text, 2000),
  errorZh: '',
  offsetMs: Math.max(0, step.startedAt - trace.startedAt),
  durationMs: step.durationMs,
  firstTokenMs: step.firstTokenMs,
  modelId: step.model.id,
  modelName: step.model.name,
  inputTokens: step.inputTokens,
  outputTokens: step.outputTokens,
  cachedTokens: 0,
  reasoningTokens: 0,
  cost: step.cost,
  input: keepText(step.input),
  output: keepText(step.output),
  attributes: { purpose: step.purpose, later: true },
})
