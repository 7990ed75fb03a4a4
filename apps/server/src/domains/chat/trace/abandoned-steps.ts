import { isCounted } from '#domains/chat/span/shared/span-types.ts'
import type { FinishedTrace } from './shared/recorder.ts'
import { type SpanRow, TraceStatus } from './shared/trace-types.ts'
import type { AbandonedSteps } from './running-steps.ts'

/** The trace of a turn that was cut off, with the steps it left: those that were running are marked as stopped. */
export function withAbandonedSteps(
  { trace, spans }: FinishedTrace,
  { startedAt, steps }: AbandonedSteps,
): FinishedTrace {
  const end = Math.max(0, ...steps.map(({ offsetMs, durationMs }) => offsetMs + durationMs))
  const known = steps.find(({ kind }) => kind === 'turn')
  const root = spans.find(({ kind }) => kind === 'turn')!
  const below = steps.filter(({ kind }) => kind !== 'turn')
  const all = [{ ...root, id: known?.id ?? root.id, name: known?.name ?? root.name, durationMs: end }, ...below]
  const counted = below.filter(({ kind }) => isCounted(kind))
  const sum = (of: (step: SpanRow) => number) => counted.reduce((total, step) => total + of(step), 0)
  return {
    spans: all,
    trace: {
      ...trace,
      startedAt,
      durationMs: end,
      inputTokens: sum(({ inputTokens }) => inputTokens),
      outputTokens: sum(({ outputTokens }) => outputTokens),
      cost: sum(({ cost }) => cost),
      failedCount: below.filter(({ status }) => status === TraceStatus.failed).length,
      spanCount: all.length,
      modelNames: [...new Set(counted.map(({ modelName }) => modelName).filter(Boolean))].join(', ').slice(0, 500),
    },
  }
}
