import { Background, ReactFlow, SelectionMode, useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { type DragEvent, type MouseEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useAccount } from '../../../lib/account.ts'
import { useT } from '../../../lib/i18n.ts'
import { useStored } from '../../../lib/local-store.ts'
import { toast } from '../../../ui/toast-store.ts'
import { AddNodeMenu } from '../menus/add-node-menu.tsx'
import { CanvasHosts } from '../menus/canvas-hosts.tsx'
import { CanvasMenu } from '../menus/canvas-menu.tsx'
import { NodeBar } from '../menus/node-bar.tsx'
import { draggedType } from '../menus/node-choices.ts'
import type { Point } from '../document/canvas.ts'
import { useDocumentStore, useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { type AddAt, CanvasProvider, type CanvasTools, type MenuTarget } from './canvas-context.ts'
import { createCommands } from './canvas-commands.ts'
import { CommentCard } from './comment-card.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { roundAt } from './drag.ts'
import type { FlowEdge, FlowNode } from './flow-model.ts'
import { GroupFrame } from './group-frame.tsx'
import { GuideLines } from './guide-lines.tsx'
import { LineEdge } from './line-edge.tsx'
import { CanvasMap } from './canvas-map.tsx'
import { NodeCard } from './node-card.tsx'
import { RoundCard } from './round-card.tsx'
import { CanvasToolbar, type Tool } from './canvas-toolbar.tsx'
import { useCamera } from './use-camera.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useCardWords } from './use-card-words.ts'
import { useClipboard } from './use-clipboard.ts'
import { useConnecting } from './use-connecting.ts'
import { useImage } from './use-image.ts'
import { useFlow, useLay } from './use-flow.ts'

const nodeTypes = { card: NodeCard, round: RoundCard, comment: CommentCard, frame: GroupFrame }
const edgeTypes = { line: LineEdge }
const noAttribution = { hideAttribution: true }
const panButtons = [1, 2]

export function CanvasBody({ isEditor }: { isEditor: boolean }) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const { ui } = useEditor()
  const isReadOnly = useReadOnly()
  const account = useAccount()
  const flow = useReactFlow<FlowNode, FlowEdge>()
  const library = useStoreApi<FlowNode, FlowEdge>()
  const words = useCardWords()
  const lay = useLay(words)
  const [tool, setTool] = useState<Tool>('select')
  const [input] = useStored<'mouse' | 'touchpad'>('canvas.input', 'mouse')
  const [said, setSaid] = useState('')
  const [adding, setAdding] = useState<AddAt | null>(null)
  const [menu, setMenu] = useState<{ target: MenuTarget; screen: Point } | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const pointer = useRef<Point | null>(null)

  const centre = useCallback((): Point => {
    const { left, top, width, height } = library.getState().domNode!.getBoundingClientRect()
    return flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 })
  }, [flow, library])
  const commands = useMemo(
    () =>
      createCommands({
        store,
        t,
        nodeName: words.type,
        lay,
        centre,
        say: setSaid,
        refuse: (text) => toast.info(text, { id: 'canvas-refused' }),
        author: () => account.name,
      }),
    [store, t, words, lay, centre, account.name],
  )
  const { nodes, edges, guides, onNodesChange, onEdgesChange, endDrag } = useFlow(lay, commands.move)

  const openNode = useCallback(
    (nodeId: string) => {
      store.select([nodeId])
      ui.openNode(nodeId)
    },
    [store, ui],
  )
  const tools = useMemo(
    (): CanvasTools => ({
      commands,
      lay,
      openAdd: setAdding,
      openMenu: (target, screen) => setMenu({ target, screen }),
      openNode,
    }),
    [commands, lay, openNode],
  )
  /** A place in the window as a place on the canvas, or inside of the loop that lies there. */
  const spotAt = useCallback(
    (screen: Point) => {
      const at = flow.screenToFlowPosition(screen)
      return roundAt(store.get(), lay, at) ?? { at }
    },
    [flow, store, lay],
  )
  const connecting = useConnecting({ commands, spotAt, openAdd: setAdding })
  const clipboard = useClipboard({ commands, isReadOnly, spot: () => (pointer.current ? spotAt(pointer.current) : {}) })
  useCanvasKeys({ area, tools, tool, setTool, isReadOnly, openMenu: tools.openMenu })
  useCamera()
  useImage()
  const detail = useStore((state) => (state.transform[2] < 0.3 ? 'block' : state.transform[2] < 0.6 ? 'title' : 'full'))

  const openPaneMenu = (event: MouseEvent | globalThis.MouseEvent) => {
    event.preventDefault()
    setMenu({ target: { is: 'pane' }, screen: { x: event.clientX, y: event.clientY } })
  }
  const drop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(draggedType)
    if (!type) return
    event.preventDefault()
    setAdding(null)
    const id = commands.add(type, spotAt({ x: event.clientX, y: event.clientY }))
    if (id) openNode(id)
  }
  return (
    <CanvasProvider value={tools}>
      <div
        ref={area}
        tabIndex={-1}
        className="flow absolute inset-0 outline-none"
        data-detail={detail}
        data-tool={tool}
        onMouseMove={(event) => {
          pointer.current = { x: event.clientX, y: event.clientY }
        }}
        onMouseLeave={() => {
          pointer.current = null
        }}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(draggedType)) event.preventDefault()
        }}
        onDrop={isReadOnly ? undefined : drop}
        onDoubleClick={(event) => {
          if (isReadOnly || !(event.target as Element).classList.contains('react-flow__pane')) return
          const screen = { x: event.clientX, y: event.clientY }
          setAdding({ ...spotAt(screen), screen })
        }}
      >
        <ReactFlow<FlowNode, FlowEdge>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onNodesChange={onNodesChange}
          onEdgesChange={onEdgesChange}
          onNodeDragStop={endDrag}
          onSelectionDragStop={endDrag}
          onNodeClick={(event, node) => {
            const keys = event.shiftKey || event.metaKey || event.ctrlKey
            if (!keys && (node.type === 'card' || node.type === 'round')) ui.openNode(node.id)
          }}
          onNodeContextMenu={(event, node) => {
            event.preventDefault()
            if (!store.selection().has(node.id)) store.select([node.id])
            const target: MenuTarget =
              node.type === 'frame' ? { is: 'group', groupId: node.id } : { is: 'node', nodeId: node.id }
            setMenu({ target, screen: { x: event.clientX, y: event.clientY } })
          }}
          onEdgeContextMenu={(event, edge) => {
            event.preventDefault()
            store.select([edge.id])
            setMenu({ target: { is: 'edge', edgeId: edge.id }, screen: { x: event.clientX, y: event.clientY } })
          }}
          onPaneContextMenu={openPaneMenu}
          onPaneClick={() => {
            if (ui.current().sheet?.is === 'node') ui.closeSheet()
          }}
          {...connecting}
          connectionLineComponent={ConnectionLine}
          connectionRadius={24}
          minZoom={0.1}
          maxZoom={2}
          fitView
          fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
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
          multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
          disableKeyboardA11y
          nodeDragThreshold={3}
          proOptions={noAttribution}
          aria-label={t('canvas.label')}
        >
          <Background gap={20} size={1.5} />
          <GuideLines guides={guides} />
          <CanvasMap />
          {!isReadOnly && <NodeBar />}
        </ReactFlow>
        <CanvasToolbar tool={tool} onTool={setTool} isEditor={isEditor} />
        <div role="status" className="sr-only">
          {said}
        </div>
      </div>
      {!isReadOnly && <CanvasHosts />}
      {adding && (
        <AddNodeMenu key={`${adding.screen.x},${adding.screen.y}`} at={adding} onClose={() => setAdding(null)} />
      )}
      {menu && (
        <CanvasMenu
          target={menu.target}
          screen={menu.screen}
          spotAt={spotAt}
          clipboard={clipboard}
          onClose={() => setMenu(null)}
        />
      )}
    </CanvasProvider>
  )
}
