import type { TraceSpan } from './trace.queries.ts'

export interface SpanSearch {
  words: string
  onlyErrors: boolean
}
/** The matching spans with their ancestors, so that they keep their place in the tree. */
export function findSpans(spans: readonly TraceSpan[], { words, onlyErrors }: SpanSearch): readonly TraceSpan[] {
  const wanted = words.trim().toLowerCase()
  if (!wanted && !onlyErrors) return spans
  const byId = new Map(spans.map((span) => [span.span_id, span]))
  const shown = new Set<string>()
  for (const span of spans) {
    if (onlyErrors && span.status !== 2) continue
    const texts = [span.name, span.model_name, span.error_msg, span.input, span.output]
    if (wanted && !texts.some((text) => text.toLowerCase().includes(wanted))) continue
    for (let at: TraceSpan | undefined = span; at && !shown.has(at.span_id); at = byId.get(at.parent_id))
      shown.add(at.span_id)
  }
  return spans.filter(({ span_id }) => shown.has(span_id))
}
