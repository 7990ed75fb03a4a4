import { type EdgeChange, type NodeChange, useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { type Canvas, type CanvasNode, groupsOf, type Point, positionOf } from '../../document/canvas.ts'
import { indexOf } from '../../document/canvas-index.ts'
import { useDocument, useDocumentStore, useReadOnly } from '../../document/document-context.tsx'
import { type RunStates, useRunStates } from '../../document/canvas-overlays.tsx'
import type { Commands } from '../commands/canvas-commands.ts'
import { placesDuringDrag } from '../drag/drag-positions.ts'
import { createDragStore, noOverrides } from '../drag/drag-store.ts'
import { createRoundMark, dropAt } from '../drag/drop-target.ts'
import { createFlowEdges } from './flow-edges.ts'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { createFlowNodes } from './flow-nodes.ts'
import { createLayout, type LaidNode } from '../layout/canvas-layout.ts'
import type { CardWords } from '../layout/card-content.ts'

/** The document as the drawing library wants it, and what the library reports, as edits of the document. */
export function useFlow(lay: Lay, { move, moveTo }: Pick<Commands, 'move' | 'moveTo'>) {
  const store = useDocumentStore()
  const library = useStoreApi<FlowNode, FlowEdge>()
  const { screenToFlowPosition } = useReactFlow()
  // Sizes and ports are known before anything is drawn. Cards seen from far away show no ports: measured, they would lose
  // them, and with them their lines. Said before the cards are there: they take it up once.
  useState(() => library.setState({ updateNodeInternals: measureNothing }))
  const isReadOnly = useReadOnly()
  const canvas = useDocument((document) => document.canvas)
  const selection = useDocument((document) => document.selection)
  const [buildNodes] = useState(createFlowNodes)
  const [buildEdges] = useState(createFlowEdges)
  const [drag] = useState(createDragStore)
  const [markRound] = useState(createRoundMark)
  const dragged = drag.use()
  const overrides = dragged.canvas === canvas ? dragged.overrides : noOverrides
  const nodes = useMemo(
    () => buildNodes({ canvas, lay, selection, overrides, isReadOnly }),
    [buildNodes, canvas, lay, selection, overrides, isReadOnly],
  )
  const edges = useMemo(() => buildEdges(canvas, selection, isReadOnly), [buildEdges, canvas, selection, isReadOnly])

  // The same functions for as long as the document is the same: the library hands them to every card.
  const handlers = useMemo(() => {
    const select = (changes: readonly (NodeChange | EdgeChange)[]) => {
      const picked = changes.filter((change) => change.type === 'select')
      if (!picked.length) return
      const next = new Set(store.selection())
      for (const { id, selected } of picked) {
        if (selected) next.add(id)
        else next.delete(id)
      }
      store.select(next)
    }
    const dropOf = (event: object) => {
      const canvas = store.get()
      const drawn = drag.on(canvas)
      const { clientX: x, clientY: y } = event as PointerPlace
      if (!drawn.size || x === undefined || y === undefined) return undefined
      return dropAt({ canvas, lay, drawn, pointer: screenToFlowPosition({ x, y }) })
    }
    const during = (event: object) => markRound(library.getState().domNode, dropOf(event)?.parentId)
    /** What was dragged is let go: now the document hears of it, as one step. */
    const endDrag = (event: object) => {
      const moves = movesOf(store.get(), lay, drag.on(store.get()))
      const drop = moves.size ? dropOf(event) : undefined
      markRound(library.getState().domNode, undefined)
      drag.end()
      if (drop) moveTo(drop.parentId, drop.places)
      else if (moves.size) move(moves)
    }
    return {
      onNodesChange: (changes: NodeChange<FlowNode>[]) => {
        select(changes)
        const now = store.get()
        const next = placesDuringDrag(changes, {
          canvas: now,
          nodes: library.getState().nodes,
          overrides: drag.on(now),
        })
        if (next) drag.set({ canvas: now, ...next })
      },
      onEdgesChange: (changes: EdgeChange<FlowEdge>[]) => select(changes),
      onNodeDrag: during,
      onSelectionDrag: during,
      onNodeDragStop: endDrag,
      onSelectionDragStop: endDrag,
    }
  }, [store, library, drag, lay, move, moveTo, markRound, screenToFlowPosition])
  return { nodes, edges, guides: dragged.canvas === canvas ? dragged.guides : noGuides, handlers }
}
/** Fingers have no single place; they move nodes within their level. */
interface PointerPlace {
  clientX?: number
  clientY?: number
}
const measureNothing = () => {}
const noGuides: ReturnType<ReturnType<typeof createDragStore>['current']>['guides'] = []

/** How far each node was taken from where it is drawn. */
function movesOf(canvas: Canvas, lay: Lay, overrides: ReadonlyMap<string, Point>): Map<string, Point> {
  const groups = new Set(groupsOf(canvas).map((group) => group.id))
  const moves = new Map<string, Point>()
  for (const [id, to] of overrides) {
    const place = indexOf(canvas).get(id)
    if (!place || groups.has(id)) continue
    const inner = place.parent && lay(place.parent).children?.find(({ laid }) => laid.node.id === id)
    const from = place.parent ? inner?.position : positionOf(place.node)
    if (!from) continue
    const by = { x: to.x - from.x, y: to.y - from.y }
    if (Math.abs(by.x) >= 0.5 || Math.abs(by.y) >= 0.5) moves.set(id, by)
  }
  return moves
}

export type Lay = (node: CanvasNode) => LaidNode

/** How a node is laid out now; it changes with the words and with the run that is looked at. */
export function useLay(words: CardWords): Lay {
  const states = useRunStates()
  const [layout] = useState(createLayout)
  const [version, setVersion] = useState(0)
  useEffect(() => states.subscribe(() => setVersion((now) => now + 1)), [states])
  return useMemo(() => layWith(layout, words, states, version), [layout, words, states, version])
}

/** A new function for each state of the run: what was laid out before it is looked at again. */
const layWith =
  (layout: ReturnType<typeof createLayout>, words: CardWords, states: RunStates, _version: number): Lay =>
  (node) =>
    layout(node, words, (id) => states.node(id) !== undefined)
