import { useReactFlow, useStore } from '@xyflow/react'
import { type DragEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { Point } from '../document/canvas.ts'
import { useDocumentStore, useReadOnly } from '../document/document-context.tsx'
import { type AddAt, CanvasProvider, type CanvasTools, type MenuTarget } from './canvas-context.ts'
import { useCanvasParts } from './canvas-parts.ts'
import { useCommands } from './commands/use-commands.ts'
import { detailAt } from './cards/detail-context.ts'
import { loopAt } from './drag/drag-positions.ts'
import { draggedType } from './drag/dragged-type.ts'
import { FlowArea, cullAbove } from './flow/flow-area.tsx'
import type { FlowEdge, FlowNode } from './flow/flow-model.ts'
import { CanvasToolbar, type Tool } from './toolbar.tsx'
import { useFirstSize, useFit } from './flow/use-fit.ts'
import { FirstNodeHint } from './first-node-hint.tsx'
import { Minimap } from './minimap.tsx'
import { useCamera } from './flow/use-camera.ts'
import { useCanvasKeys } from './commands/use-canvas-keys.ts'
import { useCardText } from './cards/use-card-text.ts'
import { useClipboard } from './commands/use-clipboard.ts'
import { useConnecting } from './commands/use-connecting.ts'
import { useLayoutOf } from './flow/use-flow.ts'
import { useOpenNode } from './use-open-node.ts'

// Created once: it does not render again while a node is dragged.
const map = <Minimap />

export function CanvasBody({ isEditor }: { isEditor: boolean }) {
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const { Menus } = useCanvasParts()
  const flow = useReactFlow<FlowNode, FlowEdge>()
  const texts = useCardText()
  const layoutOf = useLayoutOf(texts)
  const [tool, setTool] = useState<Tool>('select')
  const [announcement, setAnnouncement] = useState('')
  const [adding, setAdding] = useState<AddAt | null>(null)
  const [menu, setMenu] = useState<{ target: MenuTarget; screen: Point } | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const pointer = useRef<Point | null>(null)

  const commands = useCommands({ texts, layoutOf, announce: setAnnouncement })
  const openNode = useOpenNode()
  const size = useFirstSize(area)
  const { fit, viewFor } = useFit(layoutOf, isEditor)
  const tools = useMemo(
    (): CanvasTools => ({
      commands,
      layoutOf,
      openAdd: setAdding,
      openMenu: (target, screen) => setMenu({ target, screen }),
      openNode,
      fit,
    }),
    [commands, layoutOf, openNode, fit],
  )
  /** Window coordinates as a position on the canvas, or in the loop at that point. */
  const spotAt = useCallback(
    (screen: Point) => {
      const at = flow.screenToFlowPosition(screen)
      return loopAt(store.get(), layoutOf, at) ?? { at }
    },
    [flow, store, layoutOf],
  )
  const connecting = useConnecting({ commands, spotAt, openAdd: setAdding })
  const clipboard = useClipboard({ commands, isReadOnly, spot: () => (pointer.current ? spotAt(pointer.current) : {}) })
  useCanvasKeys({ area, tools, tool, setTool, isReadOnly, openMenu: tools.openMenu })
  useCamera()
  const isMany = useStore((state) => state.nodes.length > cullAbove)
  const detail = useStore((state) => detailAt(state.transform[2], isMany))

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
        {size && <FlowArea tool={tool} size={size} viewFor={viewFor} connecting={connecting} />}
        {isEditor && <FirstNodeHint />}
        {/* Where both do not fit side by side, the map is above the toolbar. */}
        <div className="pointer-events-none absolute inset-x-4 bottom-4 z-canvas flex flex-wrap-reverse items-end gap-2">
          <CanvasToolbar tool={tool} onTool={setTool} isEditor={isEditor} />
          {size && map}
        </div>
        <div role="status" className="sr-only">
          {announcement}
        </div>
      </div>
      <Menus
        adding={adding}
        menu={menu}
        spotAt={spotAt}
        clipboard={clipboard}
        onCloseAdd={() => setAdding(null)}
        onCloseMenu={() => setMenu(null)}
      />
    </CanvasProvider>
  )
}
