import type { TraceSpan } from './trace.queries.ts'

export interface SpanLine {
  span: TraceSpan
  level: number
  hasChildren: boolean
  isOpen: boolean
}

/** Spans as rows of a tree, ordered by time. A span whose parent is missing is at the root. */
export function spanLines(spans: readonly TraceSpan[], folded: ReadonlySet<string>): SpanLine[] {
  const ids = new Set(spans.map((span) => span.span_id))
  const children = new Map<string, TraceSpan[]>()
  for (const span of spans) {
    const parent = ids.has(span.parent_id) && span.parent_id !== span.span_id ? span.parent_id : ''
    const list = children.get(parent)
    if (list) list.push(span)
    else children.set(parent, [span])
  }
  const lines: SpanLine[] = []
  const walk = (parent: string, level: number) => {
    const own = (children.get(parent) ?? []).toSorted((a, b) => a.offset_ms - b.offset_ms)
    for (const span of own) {
      const hasChildren = children.has(span.span_id)
      const isOpen = hasChildren && !folded.has(span.span_id)
      lines.push({ span, level, hasChildren, isOpen })
      if (isOpen) walk(span.span_id, level + 1)
    }
  }
  walk('', 0)
  return lines
}

/** Total time of a trace, up to the last end. */
export const spanTotal = (spans: readonly TraceSpan[]): number =>
  spans.reduce((most, span) => Math.max(most, span.offset_ms + span.duration_ms), 1)

/** Round marks for an axis, at most six. */
export function axisMarks(total: number): number[] {
  const raw = total / 6
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((item) => item * power).find((item) => item >= raw) ?? raw
  return Array.from({ length: Math.floor(total / step) + 1 }, (_, index) => Math.round(index * step))
}
