import type { Rect } from '../flow/flow-nodes.ts'

/** A line along which nodes are aligned. */
export interface Guide {
  axis: 'x' | 'y'
  at: number
  from: number
  to: number
}
export interface Snapped {
  dx: number
  dy: number
  guides: readonly Guide[]
}

const spots = (start: number, size: number): readonly [number, number, number] => [
  start,
  start + size / 2,
  start + size,
]

/** How far a dragged rectangle must move so that an edge or its centre aligns with another one. */
export function snap(moving: Rect, others: readonly Rect[], reach: number): Snapped {
  const x = nearest(
    spots(moving.x, moving.width),
    others.map((other) => spots(other.x, other.width)),
    reach,
  )
  // Cards of different heights align at the top, where their ports are.
  const y = nearest(
    [moving.y],
    others.map((other) => [other.y] as const),
    reach,
  )
  const placed = { ...moving, x: moving.x + (x?.by ?? 0), y: moving.y + (y?.by ?? 0) }
  const guides: Guide[] = []
  if (x)
    guides.push({
      axis: 'x',
      at: x.at,
      ...span(
        placed,
        x.with.map((i) => others[i]!),
        'y',
        'height',
      ),
    })
  if (y)
    guides.push({
      axis: 'y',
      at: y.at,
      ...span(
        placed,
        y.with.map((i) => others[i]!),
        'x',
        'width',
      ),
    })
  return { dx: x?.by ?? 0, dy: y?.by ?? 0, guides }
}

function nearest(own: readonly number[], others: readonly (readonly number[])[], reach: number) {
  let best: { by: number; at: number; with: number[] } | undefined
  others.forEach((list, i) => {
    for (const at of list) {
      for (const mine of own) {
        const by = at - mine
        if (Math.abs(by) > reach) continue
        if (best?.at === at && best.by === by) best.with.push(i)
        else if (!best || Math.abs(by) < Math.abs(best.by)) best = { by, at, with: [i] }
      }
    }
  })
  return best
}

function span(own: Rect, others: readonly Rect[], start: 'x' | 'y', size: 'width' | 'height') {
  const all = [own, ...others]
  return {
    from: Math.min(...all.map((item) => item[start])),
    to: Math.max(...all.map((item) => item[start] + item[size])),
  }
}
