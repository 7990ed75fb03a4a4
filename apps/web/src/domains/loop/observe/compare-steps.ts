import type { TraceSpan } from '#domains/chat/trace/index.ts'

/** A step of two traces: present in both, or in only one. */
export interface ComparedStep {
  id: string
  level: number
  left?: TraceSpan
  right?: TraceSpan
}
const keyOf = ({ kind, name }: TraceSpan) => `${kind} ${name}`

function childrenOf(spans: readonly TraceSpan[]): Map<string, TraceSpan[]> {
  const ids = new Set(spans.map(({ span_id }) => span_id))
  const inTime = spans.toSorted((a, b) => a.offset_ms - b.offset_ms)
  return Map.groupBy(inTime, ({ parent_id, span_id }) => (ids.has(parent_id) && parent_id !== span_id ? parent_id : ''))
}

/**
 * Aligns the steps of two traces in one tree. Under the same parent, steps of the same kind and name are paired in
 * chronological order. A step that only one trace has is placed at its own time.
 */
export function compareSteps(left: readonly TraceSpan[], right: readonly TraceSpan[]): ComparedStep[] {
  const [lefts, rights] = [childrenOf(left), childrenOf(right)]
  const steps: ComparedStep[] = []
  function walk(own: readonly TraceSpan[], others: readonly TraceSpan[], level: number): void {
    let next = 0
    const add = (pair: { left?: TraceSpan; right?: TraceSpan }) => {
      steps.push({ id: `${pair.left?.span_id ?? ''}/${pair.right?.span_id ?? ''}`, level, ...pair })
      walk(below(lefts, pair.left), below(rights, pair.right), level + 1)
    }
    const places = Map.groupBy(others.keys(), (index) => keyOf(others[index]!))
    for (const one of own) {
      const found = places.get(keyOf(one))?.find((index) => index >= next)
      if (found === undefined) {
        add({ left: one })
        continue
      }
      for (; next < found; next += 1) add({ right: others[next]! })
      next = found + 1
      add({ left: one, right: others[found]! })
    }
    for (; next < others.length; next += 1) add({ right: others[next]! })
  }
  // Single roots are always paired, whatever their names.
  const [ownRoots, otherRoots] = [lefts.get('') ?? [], rights.get('') ?? []]
  if (ownRoots.length === 1 && otherRoots.length === 1) {
    const [own, other] = [ownRoots[0]!, otherRoots[0]!]
    steps.push({ id: `${own.span_id}/${other.span_id}`, level: 0, left: own, right: other })
    walk(below(lefts, own), below(rights, other), 1)
  } else walk(ownRoots, otherRoots, 0)
  return steps
}
const below = (children: Map<string, TraceSpan[]>, parent: TraceSpan | undefined): TraceSpan[] =>
  (parent && children.get(parent.span_id)) ?? []
