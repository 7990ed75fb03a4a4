import type { TraceSpan } from './trace.queries.ts'

export interface PathShare {
  kind: TraceSpan['kind'] | 'failed'
  milliseconds: number
}
type Timed = Pick<TraceSpan, 'span_id' | 'parent_id' | 'offset_ms' | 'duration_ms' | 'kind' | 'status'>
const endOf = (span: Timed) => span.offset_ms + span.duration_ms

/**
 * The critical path: the steps that the trace waited for, from its end back to its start. Of parallel steps only the
 * one that ended last counts. Returns how long each of these steps took without its children.
 */
export function criticalPath(spans: readonly Timed[]): Map<string, number> {
  const ids = new Set(spans.map(({ span_id }) => span_id))
  const children = new Map<string, Timed[]>()
  for (const span of spans) {
    const parent = ids.has(span.parent_id) && span.parent_id !== span.span_id ? span.parent_id : ''
    const list = children.get(parent)
    if (list) list.push(span)
    else children.set(parent, [span])
  }
  const own = new Map<string, number>()
  // Iterative, because programs send deeply nested traces.
  const waiting = onPath(children.get('') ?? [], Infinity)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { span, end } = next
    const below = onPath(children.get(span.span_id) ?? [], end)
    const inner = below.reduce((sum, one) => sum + one.end - Math.max(one.span.offset_ms, span.offset_ms), 0)
    own.set(span.span_id, Math.max(0, end - span.offset_ms - inner))
    waiting.push(...below)
  }
  return own
}
/** Of the given siblings, those on the critical path before `end`. */
function onPath(spans: readonly Timed[], end: number): { span: Timed; end: number }[] {
  const found: { span: Timed; end: number }[] = []
  let until = end
  for (const span of spans.toSorted((a, b) => endOf(b) - endOf(a))) {
    if (span.offset_ms >= until) continue
    const last = Math.min(endOf(span), until)
    // Nothing waited for a step that ended while a later one was running.
    if (endOf(span) > until && until !== end) continue
    found.push({ span, end: last })
    until = span.offset_ms
  }
  return found
}

/** The time on the critical path by type of step; failed steps are counted separately. */
export function pathShares(spans: readonly Timed[], path: ReadonlyMap<string, number>): PathShare[] {
  const sums = new Map<PathShare['kind'], number>()
  for (const span of spans) {
    const own = path.get(span.span_id) ?? 0
    const kind = span.status === 2 && own > 0 ? 'failed' : span.kind
    if (own > 0) sums.set(kind, (sums.get(kind) ?? 0) + own)
  }
  return [...sums]
    .map(([kind, milliseconds]) => ({ kind, milliseconds }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
}
