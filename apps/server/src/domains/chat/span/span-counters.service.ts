import { isCounted, type SpanBatch, SpanStatus } from './shared/span-types.ts'
import { addHistogram, emptyHistogram, type Histogram, observe } from './shared/time-histogram.ts'

const statusNames = { [SpanStatus.done]: 'done', [SpanStatus.failed]: 'failed', [SpanStatus.stopped]: 'stopped' }

/** Counts of a worker, which the main thread adds to its own. */
export interface CountedSpans {
  counts: Map<string, number>
  times: Map<string, Histogram>
}

/**
 * Counters of what this process has written since its start. They only grow, as Prometheus expects; figures for people
 * come from the roll-ups. No label contains a person, a space or a text.
 */
export function createSpanCounters() {
  const counts = new Map<string, number>()
  const times = new Map<string, Histogram>()
  function timesOf(name: string): Histogram {
    let found = times.get(name)
    if (!found) times.set(name, (found = emptyHistogram()))
    return found
  }
  const took = (name: string, micros: number) => observe(timesOf(name), micros)
  const add = (series: string, n: number) => void (n && counts.set(series, (counts.get(series) ?? 0) + n))
  return {
    wrote({ spans, heads }: SpanBatch): void {
      for (const { source, status, durationUs, firstUs } of heads) {
        add(`orrery_${source}s_total{status="${statusNames[status]}"}`, 1)
        took(`orrery_${source}_duration_seconds`, durationUs)
        if (source === 'turn' && firstUs > 0) took('orrery_turn_first_token_seconds', firstUs)
      }
      for (const span of spans) {
        add(`orrery_spans_written_total{source="${span.source}"}`, 1)
        if (!isCounted(span.kind)) continue
        add(`orrery_model_calls_total{status="${statusNames[span.status]}"}`, 1)
        took('orrery_model_call_duration_seconds', span.durationUs)
        if (span.firstUs > 0) took('orrery_model_first_token_seconds', span.firstUs)
        add('orrery_tokens_total{direction="input"}', span.inputTokens)
        add('orrery_tokens_total{direction="output"}', span.outputTokens)
      }
    },
    /** Returns the counts since the last call and resets them, so that they can be added elsewhere. */
    drain(): CountedSpans {
      const drained = { counts: new Map(counts), times: new Map(times) }
      counts.clear()
      times.clear()
      return drained
    },
    add(counted: CountedSpans): void {
      for (const [series, n] of counted.counts) add(series, n)
      for (const [name, histogram] of counted.times) addHistogram(timesOf(name), histogram)
    },
    refused: (n: number) => add('orrery_spans_rejected_total', n),
    read: (): ReadonlyMap<string, number> => counts,
    readTimes: (): ReadonlyMap<string, Histogram> => times,
  }
}
export type SpanCounters = ReturnType<typeof createSpanCounters>
