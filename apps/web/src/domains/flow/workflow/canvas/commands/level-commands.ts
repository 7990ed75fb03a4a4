import { blocksOf, type CanvasNode, type Point, positionOf } from '../../document/canvas.ts'
import { findNode, indexOf } from '../../document/canvas-index.ts'
import { levelRefusal, moveToLevel } from '../../document/edits/move-level.ts'
import type { CommandContext } from './command-context.ts'

const gapX = 64
const gapY = 24

/** Moves nodes into loops and out of them. */
export function createLevelCommands({ store, t, layoutOf, announce, refuse, describeNodes }: CommandContext) {
  const find = (ids: Iterable<string>) => [...ids].flatMap((id) => findNode(store.get(), id) ?? [])

  /** Moves nodes to these positions in a loop; without a loop, onto the canvas. */
  function moveTo(parentId: string | undefined, positions: ReadonlyMap<string, Point>): void {
    const nodes = find(positions.keys())
    const [refusal] = nodes.flatMap((node) => levelRefusal(node, parentId) ?? [])
    if (refusal) return refuse(t(`refused.${refusal}`))
    const loop = indexOf(store.get()).get(parentId ?? nodes[0]?.id ?? '')
    const around = parentId ? loop?.node : loop?.parent
    if (!around) return
    const [name, what] = [describeNodes([around]), describeNodes(nodes)]
    const label = t(parentId ? 'step.moveInto' : 'step.moveOut', { name })
    store.apply((now) => moveToLevel(now, positions, parentId), { label })
    store.select(positions.keys())
    announce(t(parentId ? 'said.movedInto' : 'said.movedOut', { what, name }))
  }

  /** Positions in a row, starting at a point. */
  function inRow(nodes: readonly CanvasNode[], from: Point): Map<string, Point> {
    let { x } = from
    return new Map(
      nodes.map((node) => {
        const place = { x, y: from.y }
        x += layoutOf(node).width + gapX
        return [node.id, place] as const
      }),
    )
  }
  return {
    moveTo,
    moveInto(ids: readonly string[], parentId: string): void {
      const loop = findNode(store.get(), parentId)
      if (!loop) return
      const inner = blocksOf(loop)
      const from = inner.length
        ? {
            x: Math.max(...inner.map((node) => positionOf(node).x + layoutOf(node).width)) + gapX,
            y: Math.min(...inner.map((node) => positionOf(node).y)),
          }
        : { x: 0, y: 0 }
      moveTo(parentId, inRow(find(ids), from))
    },
    moveOut(ids: readonly string[]): void {
      const nodes = find(ids).filter((node) => indexOf(store.get()).get(node.id)?.parent)
      const parent = nodes[0] && indexOf(store.get()).get(nodes[0].id)?.parent
      if (!parent) return
      const at = positionOf(parent)
      moveTo(undefined, inRow(nodes, { x: at.x, y: at.y + layoutOf(parent).height + gapY }))
    },
  }
}
