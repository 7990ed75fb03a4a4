import type { EdgeChange, NodeChange } from '@xyflow/react'
import { useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { groupsOf, type CanvasNode, type Point } from '../document/canvas.ts'
import { useDocument, useDocumentStore, useReadOnly } from '../document/document-context.tsx'
import { type RunStates, RunStatesContext } from '../run/run-state.ts'
import { createFlowEdges } from './flow-edges.ts'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { createFlowNodes, type Overrides } from './flow-nodes.ts'
import type { CardWords } from './layout/card-content.ts'
import { createLayout, type LaidNode } from './layout/canvas-layout.ts'
import type { Guide } from './layout/guides.ts'
import { placesDuringDrag } from './drag.ts'

const noOverrides: Overrides = new Map()
const noGuides: readonly Guide[] = []

/** The document as the drawing library wants it, and what the library reports, as edits of the document. */
export function useFlow(lay: Lay, move: (moves: ReadonlyMap<string, Point>) => void) {
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const canvas = useDocument((document) => document.canvas)
  const selection = useDocument((document) => document.selection)
  const [buildNodes] = useState(createFlowNodes)
  const [buildEdges] = useState(createFlowEdges)
  const [drag, setDrag] = useState({ canvas, overrides: noOverrides, guides: noGuides })
  // What was dragged belongs to the canvas it was dragged on: an edit in between ends it.
  const overrides = drag.canvas === canvas ? drag.overrides : noOverrides
  const nodes = useMemo(
    () => buildNodes({ canvas, lay, selection, overrides, isReadOnly }),
    [buildNodes, canvas, lay, selection, overrides, isReadOnly],
  )
  const edges = useMemo(() => buildEdges(canvas, selection, isReadOnly), [buildEdges, canvas, selection, isReadOnly])

  const select = useCallback(
    (changes: readonly (NodeChange | EdgeChange)[]) => {
      const picked = changes.filter((change) => change.type === 'select')
      if (!picked.length) return
      const next = new Set(store.selection())
      for (const { id, selected } of picked) {
        if (selected) next.add(id)
        else next.delete(id)
      }
      store.select(next)
    },
    [store],
  )
  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      select(changes)
      const next = placesDuringDrag(changes, { canvas, nodes, overrides })
      if (next) setDrag({ canvas, ...next })
    },
    [select, canvas, nodes, overrides],
  )
  const onEdgesChange = useCallback((changes: EdgeChange<FlowEdge>[]) => select(changes), [select])

  /** What was dragged is let go: now the document hears of it, as one step. */
  const endDrag = useCallback(() => {
    setDrag({ canvas, overrides: noOverrides, guides: noGuides })
    const groups = new Set(groupsOf(canvas).map((group) => group.id))
    const before = new Map(
      buildNodes({ canvas, lay, selection, overrides: noOverrides, isReadOnly }).map((one) => [one.id, one]),
    )
    const moves = new Map<string, Point>()
    for (const [id, to] of overrides) {
      const from = before.get(id)?.position
      if (!from || groups.has(id)) continue
      const by = { x: to.x - from.x, y: to.y - from.y }
      if (Math.abs(by.x) >= 0.5 || Math.abs(by.y) >= 0.5) moves.set(id, by)
    }
    if (moves.size) move(moves)
  }, [canvas, overrides, buildNodes, lay, selection, isReadOnly, move])

  const guides = drag.canvas === canvas ? drag.guides : noGuides
  return { nodes, edges, guides, onNodesChange, onEdgesChange, endDrag }
}

export type Lay = (node: CanvasNode) => LaidNode

/** How a node is laid out now; it changes with the words and with the run that is looked at. */
export function useLay(words: CardWords): Lay {
  const states = useContext(RunStatesContext)
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
