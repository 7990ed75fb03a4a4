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
import { CanvasBackground } from '../background.tsx'
import { Minimap } from '../minimap.tsx'
import type { Tool } from '../toolbar.tsx'
import { CommentCard } from '../cards/comment-card.tsx'
import { ConnectionLine } from '../edges/connection-line.tsx'
import { detailAt, DetailProvider } from '../cards/detail-context.ts'
import { createRenderQueue, RenderQueueProvider } from './render-queue.ts'
import { OverviewEdges } from '../edges/overview-edges.tsx'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { boundsOf } from './flow-nodes.ts'
import { GroupFrame } from '../cards/group-frame.tsx'
import { GuideLines } from '../drag/guide-lines.tsx'
import { WorkflowEdge } from '../edges/workflow-edge.tsx'
import { NodeCard } from '../cards/node-card.tsx'
import { LoopCard } from '../cards/loop-card.tsx'
import type { useConnecting } from '../commands/use-connecting.ts'
import { useFlow } from './use-flow.ts'
import { useImageExport } from '../image/use-image-export.ts'
import { usePanning } from './use-panning.ts'

const nodeTypes = { card: NodeCard, round: LoopCard, comment: CommentCard, frame: GroupFrame }
const edgeTypes = { line: WorkflowEdge }
const noAttribution = { hideAttribution: true }
const panButtons = [1, 2]
/** From this many nodes on only visible ones are mounted. */
const many = 100
const most = 1500
const noEdges: FlowEdge[] = []
const manyKeys = ['Shift', 'Meta', 'Control']
const zoom = { least: 0.1, most: 2, fit: 1, padding: 0.15 }
/** Read-only canvases have their tools above and below. */
const lookOptions = { maxZoom: zoom.fit, padding: { top: '120px', bottom: '80px', x: '40px' } } as const
const lookAtAll: OnInit<FlowNode, FlowEdge> = (flow) => void flow.fitView(lookOptions)
// Created once: they do not render again while a node is dragged.
const ground = <CanvasBackground />
const map = <Minimap />
/** Size of the rail and the title bar beside the canvas. */
const around = { width: 56, height: 56 }

interface FlowAreaProps {
  tool: Tool
  isEditor: boolean
  connecting: ReturnType<typeof useConnecting>
}

/** Cards and edges. Only this renders again while a node is dragged. */
export const FlowArea = memo(function FlowArea({ tool, isEditor, connecting }: FlowAreaProps) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const { commands, layoutOf, openMenu } = useCanvas()
  const { nodeBar } = useCanvasParts()
  const [input] = useStored<'mouse' | 'touchpad'>('canvas.input', 'mouse')
  const { nodes, edges, guides, handlers } = useFlow(layoutOf, commands)
  const presses = usePointerHandlers(openMenu)
  const [queue] = useState(createRenderQueue)
  const panning = usePanning(queue)
  // Computed before the first render: a large canvas is not rendered at 100 % first.
  const [first] = useState(() => (isEditor ? initialViewport(store.get(), layoutOf) : undefined))
  const isMaking = useImageExport()
  const zoomDetail = useStore((state) => detailAt(state.transform[2]))
  const detail = isMaking ? 'full' : zoomDetail
  const isMany = nodes.length > many
  const isFar = isMany && detail === 'block'
  // Zoomed out, a card is a coloured block: mounting and unmounting it costs more than keeping it.
  const isCulled = isMany && !isMaking && (!isFar || nodes.length > most)
  return (
    <DetailProvider value={detail}>
      <RenderQueueProvider value={queue}>
        <ReactFlow<FlowNode, FlowEdge>
          nodes={nodes}
          edges={isFar ? noEdges : edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          {...handlers}
          {...presses}
          {...panning}
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
          {isFar && <OverviewEdges nodes={nodes} edges={edges} />}
          <GuideLines guides={guides} />
          {map}
          {!isReadOnly && nodeBar}
        </ReactFlow>
      </RenderQueueProvider>
    </DetailProvider>
  )
})

/** Shows all nodes. */
function initialViewport(canvas: Canvas, layoutOf: CanvasTools['layoutOf']) {
  const bounds = boundsOf(
    canvas.nodes.map((node) => {
      const { width, height } = layoutOf(node)
      return { ...positionOf(node), width, height }
    }),
  )
  if (!bounds) return undefined
  const [width, height] = [innerWidth - around.width, innerHeight - around.height]
  const { x, y, zoom: scale } = getViewportForBounds(bounds, width, height, zoom.least, zoom.fit, zoom.padding)
  // Whole pixels: layers are copied without resampling.
  return { x: Math.round(x), y: Math.round(y), zoom: scale }
}

/** Clicks and context menus on nodes, edges and the pane. */
function usePointerHandlers(openMenu: CanvasTools['openMenu']) {
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
