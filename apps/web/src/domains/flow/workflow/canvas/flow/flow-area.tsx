import { type AriaLabelConfig, ReactFlow, SelectionMode, useStore, type Viewport } from '@xyflow/react'
import { memo, type MouseEvent, useMemo, useState } from 'react'
import { type Texts, useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { useDocumentStore, useReadOnly } from '../../document/document-context.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { type CanvasTools, type MenuTarget, useCanvas } from '../canvas-context.ts'
import { useCanvasParts } from '../canvas-parts.ts'
import { CanvasBackground } from '../background.tsx'
import type { Tool } from '../toolbar.tsx'
import { CommentCard } from '../cards/comment-card.tsx'
import { ConnectionLine } from '../edges/connection-line.tsx'
import { detailAt, DetailProvider } from '../cards/detail-context.ts'
import { createRenderQueue, RenderQueueProvider } from './render-queue.ts'
import { OverviewEdges } from '../edges/overview-edges.tsx'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { type Size, zoomLimits } from './fit.ts'
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
/** On canvases with more nodes than this, only visible ones are mounted. */
export const cullAbove = 100
const maxBlocks = 1500
const noEdges: FlowEdge[] = []
const multiSelectKeys = ['Shift', 'Meta', 'Control']
// Created once: they do not render again while a node is dragged.
const ground = <CanvasBackground />

interface FlowAreaProps {
  tool: Tool
  /** The initial size of the canvas, and the viewport for it. */
  size: Size
  viewFor: (size: Size) => Viewport | undefined
  connecting: ReturnType<typeof useConnecting>
}

/** Cards and edges. Only this component renders again while a node is dragged. */
export const FlowArea = memo(function FlowArea({ tool, size, viewFor, connecting }: FlowAreaProps) {
  const t = useT('workflow')
  const isReadOnly = useReadOnly()
  const { commands, layoutOf, openMenu } = useCanvas()
  const { nodeBar } = useCanvasParts()
  const [input] = useStored<'mouse' | 'touchpad'>('canvas.input', 'mouse')
  const { nodes, edges, guides, handlers } = useFlow(layoutOf, commands)
  const presses = usePointerHandlers(openMenu)
  const [queue] = useState(createRenderQueue)
  const panning = usePanning(queue)
  // Computed before the first render, so that a large canvas is not rendered at 100 % first.
  const [first] = useState(() => viewFor(size))
  const labels = useMemo(() => labelsOf(t, isReadOnly), [t, isReadOnly])
  const isExporting = useImageExport()
  const isMany = nodes.length > cullAbove
  const zoomDetail = useStore((state) => detailAt(state.transform[2], isMany))
  const detail = isExporting ? 'full' : zoomDetail
  const isFar = isMany && detail === 'block'
  // At low zoom a card is a coloured block, and keeping it mounted is cheaper than mounting it again.
  const isCulled = isMany && !isExporting && (!isFar || nodes.length > maxBlocks)
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
          minZoom={zoomLimits.least}
          maxZoom={zoomLimits.most}
          defaultViewport={first}
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
          multiSelectionKeyCode={multiSelectKeys}
          disableKeyboardA11y
          nodeDragThreshold={3}
          proOptions={noAttribution}
          aria-label={t('canvas.label')}
          ariaLabelConfig={labels}
        >
          {ground}
          {isFar && <OverviewEdges nodes={nodes} edges={edges} />}
          <GuideLines guides={guides} />
          {!isReadOnly && nodeBar}
        </ReactFlow>
      </RenderQueueProvider>
    </DetailProvider>
  )
})

/** The texts that React Flow gives to screen readers, in the language of the page. */
const labelsOf = (t: Texts<'workflow'>, isReadOnly: boolean): Partial<AriaLabelConfig> => ({
  'node.a11yDescription.default': t(isReadOnly ? 'aria.look' : 'aria.node'),
  'node.a11yDescription.keyboardDisabled': t(isReadOnly ? 'aria.look' : 'aria.node'),
  'node.a11yDescription.ariaLiveMessage': () => '',
  'edge.a11yDescription.default': isReadOnly ? '' : t('aria.edge'),
  'handle.ariaLabel': t('aria.port'),
})

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
