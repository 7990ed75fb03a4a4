import type { Texts } from '#lib/i18n.ts'
import { blocksOf, type CanvasNode, type Point, positionOf } from '../../document/canvas.ts'
import { findNode, indexOf } from '../../document/canvas-index.ts'
import type { DocumentStore } from '../../document/document-store.ts'
import { levelRefusal, moveToLevel } from '../../document/edits/move-level.ts'
import type { LaidNode } from '../layout/canvas-layout.ts'

interface LevelDeps {
  store: DocumentStore
  t: Texts<'workflow'>
  lay: (node: CanvasNode) => LaidNode
  names: (nodes: readonly CanvasNode[]) => string
  say: (text: string) => void
  refuse: (text: string) => void
}

const across = 64
const below = 24

/** Taking nodes into loops and out of them, for the pointer and for the menu. */
export function createLevelCommands({ store, t, lay, names, say, refuse }: LevelDeps) {
  const find = (ids: Iterable<string>) => [...ids].flatMap((id) => findNode(store.get(), id) ?? [])

  /** To places that are known; without a loop, onto the canvas. */
  function moveTo(parentId: string | undefined, places: ReadonlyMap<string, Point>): void {
    const nodes = find(places.keys())
    const [refusal] = nodes.flatMap((node) => levelRefusal(node, parentId) ?? [])
    if (refusal) return refuse(t(`refused.${refusal}`))
    const round = indexOf(store.get()).get(parentId ?? nodes[0]?.id ?? '')
    const around = parentId ? round?.node : round?.parent
    if (!around) return
    const [name, what] = [names([around]), names(nodes)]
    const label = t(parentId ? 'step.moveInto' : 'step.moveOut', { name })
    store.apply((now) => moveToLevel(now, places, parentId), { label })
    store.select(places.keys())
    say(t(parentId ? 'said.movedInto' : 'said.movedOut', { what, name }))
  }

  /** In a row from a point on. */
  function inRow(nodes: readonly CanvasNode[], from: Point): Map<string, Point> {
    let { x } = from
    return new Map(
      nodes.map((node) => {
        const place = { x, y: from.y }
        x += lay(node).width + across
        return [node.id, place] as const
      }),
    )
  }
  return {
    moveTo,
    moveInto(ids: readonly string[], parentId: string): void {
      const round = findNode(store.get(), parentId)
      if (!round) return
      const inner = blocksOf(round)
      const from = inner.length
        ? {
            x: Math.max(...inner.map((node) => positionOf(node).x + lay(node).width)) + across,
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
      moveTo(undefined, inRow(nodes, { x: at.x, y: at.y + lay(parent).height + below }))
    },
  }
}
