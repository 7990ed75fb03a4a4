import { blocksOf, type Canvas, type CanvasEdge, type CanvasNode, edgesOf, isComposite } from '../document/canvas.ts'
import { edgeKey, indexOf, type Place } from '../document/canvas-index.ts'

export type Side = 'mine' | 'theirs'

/** A node that differs between two canvases, and which side changed it. */
export interface NodeConflict {
  id: string
  by: 'me' | 'them' | 'both'
  mine: CanvasNode | undefined
  theirs: CanvasNode | undefined
}

/** All nodes that differ between my canvas and the other one, in the order of the other one. */
export function conflictsOf(base: Canvas, mine: Canvas, theirs: Canvas): NodeConflict[] {
  const [b, m, t] = [indexOf(base), indexOf(mine), indexOf(theirs)]
  return [...new Set([...t.keys(), ...m.keys()])].flatMap((id): NodeConflict[] => {
    const [was, own, other] = [b.get(id), m.get(id), t.get(id)]
    if (isSame(own, other)) return []
    const by = isSame(own, was) ? 'them' : isSame(other, was) ? 'me' : 'both'
    return [{ id, by, mine: own?.node, theirs: other?.node }]
  })
}

/** Default choices: a change by one side is accepted; if both sides changed a node, mine is. */
export const firstSides = (conflicts: readonly NodeConflict[]): ReadonlyMap<string, Side> =>
  new Map(conflicts.map(({ id, by }) => [id, by === 'them' ? 'theirs' : 'mine']))

/** Merges two canvases: nodes by choice, edges by the additions and removals of both sides. */
export function mergeCanvases(base: Canvas, mine: Canvas, theirs: Canvas, sides: ReadonlyMap<string, Side>): Canvas {
  const [b, m, t] = [indexOf(base), indexOf(mine), indexOf(theirs)]
  const pick = (id: string): CanvasNode | undefined => (sides.get(id) === 'mine' ? m : t).get(id)?.node
  const nodesOf = (level: readonly CanvasNode[], more: readonly CanvasNode[]): CanvasNode[] => {
    const ids = new Set([...level, ...more].map((node) => node.id))
    return [...ids].flatMap((id) => {
      const chosen = pick(id)
      if (!chosen || !isComposite(chosen)) return chosen ?? []
      const [was, own, other] = [b.get(id)?.node, m.get(id)?.node, t.get(id)?.node]
      const blocks = nodesOf(blocksOf(other ?? {}), blocksOf(own ?? {}))
      const known = new Set([id, ...blocks.map((node) => node.id)])
      const edges = mergeEdges(edgesOf(was ?? {}), edgesOf(own ?? {}), edgesOf(other ?? {}), known)
      return { ...chosen, blocks, edges }
    })
  }
  const nodes = nodesOf(theirs.nodes, mine.nodes)
  const known = new Set(nodes.map((node) => node.id))
  const edges = mergeEdges(edgesOf(base), edgesOf(mine), edgesOf(theirs), known)
  return { ...theirs, ...changedFields(base, mine), nodes, edges }
}

/** Other fields of the canvas that changed on this side: groups, settings of other tools. */
function changedFields(base: Canvas, mine: Canvas): Record<string, unknown> {
  const own = Object.entries(mine).filter(([key, value]) => key !== 'nodes' && key !== 'edges' && value !== base[key])
  return Object.fromEntries(own)
}

function mergeEdges(
  base: readonly CanvasEdge[],
  mine: readonly CanvasEdge[],
  theirs: readonly CanvasEdge[],
  known: ReadonlySet<string>,
): CanvasEdge[] {
  const keys = (edges: readonly CanvasEdge[]) => new Set(edges.map((edge) => edgeKey(edge)))
  const [b, m, t] = [keys(base), keys(mine), keys(theirs)]
  const stays = theirs.filter((edge) => m.has(edgeKey(edge)) || !b.has(edgeKey(edge)))
  const added = mine.filter((edge) => !b.has(edgeKey(edge)) && !t.has(edgeKey(edge)))
  return [...stays, ...added].filter((edge) => known.has(edge.sourceNodeID) && known.has(edge.targetNodeID))
}

/** The same node at the same level. Loops are compared without their inner nodes, which are compared one by one. */
function isSame(a: Place | undefined, b: Place | undefined): boolean {
  if (!a || !b) return a === b
  return a.parent?.id === b.parent?.id && isEqual(ownPart(a.node), ownPart(b.node))
}

function ownPart(node: CanvasNode): unknown {
  if (!isComposite(node)) return node
  const { blocks: _blocks, edges: _edges, ...own } = node
  return own
}

/** Deep equality, independent of the order of fields. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isEqual((a as Fields)[key], (b as Fields)[key]))
}
type Fields = Record<string, unknown>
