import type { Canvas, CanvasEdge } from '../document/canvas.ts'
import { edgesOf } from '../document/canvas.ts'
import { parentOf } from '../document/canvas-index.ts'
import { setNode } from '../document/edits/node-edits.ts'

/** Renames the source ports of a node's edges; a port without a new name loses its edges. */
export function renamePorts(canvas: Canvas, nodeId: string, rename: (port: string) => string | undefined): Canvas {
  const parent = parentOf(canvas, nodeId)
  const renamed = (edges: readonly CanvasEdge[]): readonly CanvasEdge[] => {
    const next = edges.flatMap((edge) => {
      if (edge.sourceNodeID !== nodeId || !edge.sourcePortID) return [edge]
      const port = rename(edge.sourcePortID)
      if (port === undefined) return []
      return [port === edge.sourcePortID ? edge : { ...edge, sourcePortID: port }]
    })
    return next.length === edges.length && next.every((edge, i) => edge === edges[i]) ? edges : next
  }
  if (parent) {
    return setNode(canvas, parent.id, (node) => {
      const edges = renamed(edgesOf(node))
      return edges === edgesOf(node) ? node : { ...node, edges }
    })
  }
  const edges = renamed(edgesOf(canvas))
  return edges === edgesOf(canvas) ? canvas : { ...canvas, edges }
}

/** Maps the old index of a branch to the new one; undefined if the branch is removed. */
export type Places = (place: number) => number | undefined

export const withoutPlace =
  (gone: number): Places =>
  (place) =>
    place === gone ? undefined : place > gone ? place - 1 : place
export const movedPlace =
  (from: number, to: number): Places =>
  (place) => {
    if (place === from) return to
    if (from < to) return place > from && place <= to ? place - 1 : place
    return place >= to && place < from ? place + 1 : place
  }

/** Renames the ports `branch_0`, `branch_1` … of intents and options. */
export const numberedPorts =
  (places: Places) =>
  (port: string): string | undefined => {
    const place = /^branch_(\d+)$/.exec(port)?.[1]
    if (place === undefined) return port
    const next = places(Number(place))
    return next === undefined ? undefined : `branch_${next}`
  }

/** Renames the ports `true`, `true_1` … of conditions. */
export const conditionPorts =
  (places: Places) =>
  (port: string): string | undefined => {
    const place = port === 'true' ? '0' : /^true_(\d+)$/.exec(port)?.[1]
    if (place === undefined) return port
    const next = places(Number(place))
    return next === undefined ? undefined : next === 0 ? 'true' : `true_${next}`
  }
