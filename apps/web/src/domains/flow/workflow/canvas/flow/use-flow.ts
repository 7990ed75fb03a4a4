import { type EdgeChange, type NodeChange, useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { type Canvas, type CanvasNode, groupsOf, type Point, positionOf } from '../../document/canvas.ts'
import { indexOf } from '../../document/canvas-index.ts'
import { useDocument, useDocumentStore, useReadOnly } from '../../document/document-context.tsx'
import { type RunStates, useRunStates } from '../../document/canvas-overlays.tsx'
import type { Commands } from '../commands/canvas-commands.ts'
import { positionsDuringDrag } from '../drag/drag-positions.ts'
import { createDragStore, noOverrides } from '../drag/drag-store.ts'
import { createLoopHighlight, dropAt } from '../drag/drop-target.ts'
import { createFlowEdges } from './flow-edges.ts'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { createFlowNodes } from './flow-nodes.ts'
import { createLayout, type NodeLayout } from '../layout/canvas-layout.ts'
import type { CardText } from '../layout/card-content.ts'

/** Translates the document into React Flow nodes and edges, and its change events into edits of the document. */
export function useFlow(layoutOf: LayoutOf, { move, moveTo }: Pick<Commands, 'move' | 'moveTo'>) {
  const store = useDocumentStore()
  const library = useStoreApi<FlowNode, FlowEdge>()
  const { screenToFlowPosition } = useReactFlow()
  // Sizes and ports are computed, so React Flow must not measure: zoomed out, cards render no ports and their edges would
  // disappear. Set before the first card mounts, because cards read it once.
  useState(() => library.setState({ updateNodeInternals: measureNothing }))
  const isReadOnly = useReadOnly()
  const canvas = useDocument((document) => document.canvas)
  const selection = useDocument((document) => document.selection)
  const [buildNodes] = useState(createFlowNodes)
  const [buildEdges] = useState(createFlowEdges)
  const [drag] = useState(createDragStore)
  const [highlightLoop] = useState(createLoopHighlight)
  const dragged = drag.use()
  const overrides = dragged.canvas === canvas ? dragged.overrides : noOverrides
  const nodes = useMemo(
    () => buildNodes({ canvas, layoutOf, selection, overrides, isReadOnly }),
    [buildNodes, canvas, layoutOf, selection, overrides, isReadOnly],
  )
  const t = useT('workflow')
  const edges = useMemo(
    () => buildEdges({ canvas, selection, isReadOnly, nameOf: (from, to) => t('line.label', { from, to }) }),
    [buildEdges, canvas, selection, isReadOnly, t],
  )

  // Stable functions: React Flow passes them to every card.
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
      return dropAt({ canvas, layoutOf, drawn, pointer: screenToFlowPosition({ x, y }) })
    }
    const onDrag = (event: object) => highlightLoop(library.getState().domNode, dropOf(event)?.parentId)
    /** At the end of a drag, writes the positions to the document as one undo step. */
    const endDrag = (event: object) => {
      const moves = movesOf(store.get(), layoutOf, drag.on(store.get()))
      const drop = moves.size ? dropOf(event) : undefined
      highlightLoop(library.getState().domNode, undefined)
      drag.end()
      if (drop) moveTo(drop.parentId, drop.positions)
      else if (moves.size) move(moves)
    }
    return {
      onNodesChange: (changes: NodeChange<FlowNode>[]) => {
        select(changes)
        const now = store.get()
        const next = positionsDuringDrag(changes, {
          canvas: now,
          nodes: library.getState().nodes,
          overrides: drag.on(now),
        })
        if (next) drag.set({ canvas: now, ...next })
      },
      onEdgesChange: (changes: EdgeChange<FlowEdge>[]) => select(changes),
      onNodeDrag: onDrag,
      onSelectionDrag: onDrag,
      onNodeDragStop: endDrag,
      onSelectionDragStop: endDrag,
    }
  }, [store, library, drag, layoutOf, move, moveTo, highlightLoop, screenToFlowPosition])
  return { nodes, edges, guides: dragged.canvas === canvas ? dragged.guides : noGuides, handlers }
}
/** Touch events have no clientX and clientY; with them, nodes move only within their loop. */
interface PointerPlace {
  clientX?: number
  clientY?: number
}
const measureNothing = () => {}
const noGuides: ReturnType<ReturnType<typeof createDragStore>['current']>['guides'] = []

/** How far each node was dragged. */
function movesOf(canvas: Canvas, layoutOf: LayoutOf, overrides: ReadonlyMap<string, Point>): Map<string, Point> {
  const groups = new Set(groupsOf(canvas).map((group) => group.id))
  const moves = new Map<string, Point>()
  for (const [id, to] of overrides) {
    const place = indexOf(canvas).get(id)
    if (!place || groups.has(id)) continue
    const inner = place.parent && layoutOf(place.parent).children?.find(({ layout }) => layout.node.id === id)
    const from = place.parent ? inner?.position : positionOf(place.node)
    if (!from) continue
    const by = { x: to.x - from.x, y: to.y - from.y }
    if (Math.abs(by.x) >= 0.5 || Math.abs(by.y) >= 0.5) moves.set(id, by)
  }
  return moves
}

export type LayoutOf = (node: CanvasNode) => NodeLayout

/** The layout function of nodes; it changes with the language and with the displayed run. */
export function useLayoutOf(texts: CardText): LayoutOf {
  const states = useRunStates()
  const [layout] = useState(createLayout)
  const [version, setVersion] = useState(0)
  useEffect(() => states.subscribe(() => setVersion((now) => now + 1)), [states])
  return useMemo(() => layoutWith(layout, texts, states, version), [layout, texts, states, version])
}

/** A new function for each state of the run, so that memoised layouts are checked again. */
const layoutWith =
  (layout: ReturnType<typeof createLayout>, texts: CardText, states: RunStates, _version: number): LayoutOf =>
  (node) =>
    layout(node, texts, (id) => states.node(id) !== undefined)
