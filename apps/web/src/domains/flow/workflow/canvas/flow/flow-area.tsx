import { getViewportForBounds, type OnInit, ReactFlow, SelectionMode, useStore } from '@xyflow/react'
import { memo, type MouseEvent, useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import type { Canvas } from '../../document/canvas.ts'
import { positionOf } from '../../document/canvas.ts'
import { useDocumentStore, useReadOnly } from '../../document/document-context.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { type CanvasTools, type MenuTarget, useCanvas } from '../canvas-context.ts'
import { useCanvasParts } from '../canvas-parts.ts'
import { CanvasGround } from '../background.tsx'
import { CanvasMap } from '../minimap.tsx'
import type { Tool } from '../toolbar.tsx'
import { CommentCard } from '../cards/comment-card.tsx'
import { ConnectionLine } from '../edges/connection-line.tsx'
import { detailAt, DetailProvider } from '../cards/detail-context.ts'
import { createTurns, TurnsProvider } from './render-queue.ts'
import { FarLines } from '../edges/overview-edges.tsx'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { boundsOf } from './flow-nodes.ts'
import { GroupFrame } from '../cards/group-frame.tsx'
import { GuideLines } from '../drag/guide-lines.tsx'
import { LineEdge } from '../edges/workflow-edge.tsx'
import { NodeCard } from '../cards/node-card.tsx'
import { RoundCard } from '../cards/loop-card.tsx'
import type { useConnecting } from '../commands/use-connecting.ts'
import { useFlow } from './use-flow.ts'
import { useImage } from '../image/use-image-export.ts'
import { useMoves } from './use-panning.ts'

const nodeTypes = { card: NodeCard, round: RoundCard, comment: CommentCard, frame: GroupFrame }
const edgeTypes = { line: LineEdge }
const noAttribution = { hideAttribution: true }
const panButtons = [1, 2]
/** From so many nodes on only those in sight are in the page. */
const many = 100
const most = 1500
const noEdges: FlowEdge[] = []
const manyKeys = ['Shift', 'Meta', 'Control']
const zoom = { least: 0.1, most: 2, fit: 1, padding: 0.15 }
/** What is only looked at has its tools over it, above and below. */
const lookOptions = { maxZoom: zoom.fit, padding: { top: '120px', bottom: '80px', x: '40px' } } as const
const lookAtAll: OnInit<FlowNode, FlowEdge> = (flow) => void flow.fitView(lookOptions)
// Made once: what stands on every canvas is not drawn anew while something is dragged.
const ground = <CanvasGround />
const map = <CanvasMap />
/** Rail and title bar, around the canvas of the editor. */
const around = { width: 56, height: 56 }

interface FlowAreaProps {
  tool: Tool
  isEditor: boolean
  connecting: ReturnType<typeof useConnecting>
}

/** Cards and lines. It alone is drawn anew while something is dragged. */
export const FlowArea = memo(function FlowArea({ tool, isEditor, connecting }: FlowAreaProps) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const { commands, lay, openMenu } = useCanvas()
  const { nodeBar } = useCanvasParts()
  const [input] = useStored<'mouse' | 'touchpad'>('canvas.input', 'mouse')
  const { nodes, edges, guides, handlers } = useFlow(lay, commands)
  const presses = usePresses(openMenu)
  const [turns] = useState(createTurns)
  const moves = useMoves(turns)
  // Known before anything is drawn: a large canvas is not drawn large first.
  const [first] = useState(() => (isEditor ? firstView(store.get(), lay) : undefined))
  const isMaking = useImage()
  const near = useStore((state) => detailAt(state.transform[2]))
  const detail = isMaking ? 'full' : near
  const isMany = nodes.length > many
  const isFar = isMany && detail === 'block'
  // From far away a card is a block of colour: there it costs more to take it in and out than to keep it.
  const isCulled = isMany && !isMaking && (!isFar || nodes.length > most)
  return (
    <DetailProvider value={detail}>
      <TurnsProvider value={turns}>
        <ReactFlow<FlowNode, FlowEdge>
          nodes={nodes}
          edges={isFar ? noEdges : edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          {...handlers}
          {...presses}
          {...moves}
          {...connecting}
          connectionLineComponent={ConnectionLine}
          connectionRadius={24}
          minZoom={zoom.least}
          maxZoom={zoom.most}
          defaultViewport={first}
          onInit={first ? undefined : lookAtAll}
          onlyRenderVisibleElements={isCulled}
          panOnScroll={input === 'touchpad'}
          zoomOnScroll={input === 'mouse'}
          zoomOnDoubleClick={false}
          panOnDrag={tool === 'hand' ? true : panButtons}
          selectionOnDrag={tool === 'select'}
          selectionMode={SelectionMode.Partial}
          nodesDraggable={tool === 'select' && !isReadOnly}
          nodesConnectable={!isReadOnly}
          edgesFocusable={false}
          deleteKeyCode={null}
          multiSelectionKeyCode={manyKeys}
          disableKeyboardA11y
          nodeDragThreshold={3}
          proOptions={noAttribution}
          aria-label={t('canvas.label')}
        >
          {ground}
          {isFar && <FarLines nodes={nodes} edges={edges} />}
          <GuideLines guides={guides} />
          {map}
          {!isReadOnly && nodeBar}
        </ReactFlow>
      </TurnsProvider>
    </DetailProvider>
  )
})

/** Everything in sight. */
function firstView(canvas: Canvas, lay: CanvasTools['lay']) {
  const bounds = boundsOf(
    canvas.nodes.map((node) => {
      const { width, height } = lay(node)
      return { ...positionOf(node), width, height }
    }),
  )
  if (!bounds) return undefined
  const [width, height] = [innerWidth - around.width, innerHeight - around.height]
  const { x, y, zoom: scale } = getViewportForBounds(bounds, width, height, zoom.least, zoom.fit, zoom.padding)
  // On whole pixels what is moved is copied and not mixed.
  return { x: Math.round(x), y: Math.round(y), zoom: scale }
}

/** What a press does, on cards, on lines and beside them. */
function usePresses(openMenu: CanvasTools['openMenu']) {
  const store = useDocumentStore()
  const { ui } = useEditor()
  return useMemo(() => {
    const at = (event: MouseEvent | globalThis.MouseEvent) => ({ x: event.clientX, y: event.clientY })
    return {
      onNodeClick: (event: MouseEvent, node: FlowNode) => {
        const keys = event.shiftKey || event.metaKey || event.ctrlKey
        if (!keys && (node.type === 'card' || node.type === 'round')) ui.openNode(node.id)
      },
      onNodeContextMenu: (event: MouseEvent, node: FlowNode) => {
        event.preventDefault()
        if (!store.selection().has(node.id)) store.select([node.id])
        const target: MenuTarget =
          node.type === 'frame' ? { is: 'group', groupId: node.id } : { is: 'node', nodeId: node.id }
        openMenu(target, at(event))
      },
      onEdgeContextMenu: (event: MouseEvent, edge: FlowEdge) => {
        event.preventDefault()
        store.select([edge.id])
        openMenu({ is: 'edge', edgeId: edge.id }, at(event))
      },
      onPaneContextMenu: (event: MouseEvent | globalThis.MouseEvent) => {
        event.preventDefault()
        openMenu({ is: 'pane' }, at(event))
      },
      onPaneClick: () => {
        if (ui.current().sheet?.is === 'node') ui.closeSheet()
      },
    }
  }, [store, ui, openMenu])
}
