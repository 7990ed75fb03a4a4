import { useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { type DragEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useAccount } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import type { Point } from '../document/canvas.ts'
import { useDocumentStore, useReadOnly } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { type AddAt, CanvasProvider, type CanvasTools, type MenuTarget } from './canvas-context.ts'
import { useCanvasParts } from './canvas-parts.ts'
import { createCommands } from './commands/canvas-commands.ts'
import { detailAt } from './cards/detail-context.ts'
import { roundAt } from './drag/drag-positions.ts'
import { draggedType } from './drag/dragged-type.ts'
import { FlowArea } from './flow/flow-area.tsx'
import type { FlowEdge, FlowNode } from './flow/flow-model.ts'
import { CanvasToolbar, type Tool } from './toolbar.tsx'
import { useCamera } from './flow/use-camera.ts'
import { useCanvasKeys } from './commands/use-canvas-keys.ts'
import { useCardWords } from './cards/use-card-text.ts'
import { useClipboard } from './commands/use-clipboard.ts'
import { useConnecting } from './commands/use-connecting.ts'
import { useLay } from './flow/use-flow.ts'

export function CanvasBody({ isEditor }: { isEditor: boolean }) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const { ui } = useEditor()
  const isReadOnly = useReadOnly()
  const account = useAccount()
  const { Menus } = useCanvasParts()
  const flow = useReactFlow<FlowNode, FlowEdge>()
  const library = useStoreApi<FlowNode, FlowEdge>()
  const words = useCardWords()
  const lay = useLay(words)
  const [tool, setTool] = useState<Tool>('select')
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

  const openNode = useCallback(
    (nodeId: string) => {
      store.select([nodeId])
      ui.openNode(nodeId)
      // The form takes its room from the canvas: what is hidden by it then is brought back into sight.
      setTimeout(() => {
        const { domNode, nodeLookup } = library.getState()
        const node = nodeLookup.get(nodeId)
        if (!domNode || !node) return
        const { x, y } = node.internals.positionAbsolute
        const middle = flow.flowToScreenPosition({ x: x + (node.width ?? 0) / 2, y: y + (node.height ?? 0) / 2 })
        const { left, top, right, bottom } = domNode.getBoundingClientRect()
        if (middle.x < left || middle.x > right || middle.y < top || middle.y > bottom) ui.lookAt(nodeId)
      }, 120)
    },
    [store, ui, flow, library],
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
  const detail = useStore((state) => detailAt(state.transform[2]))

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
        <FlowArea tool={tool} isEditor={isEditor} connecting={connecting} />
        <CanvasToolbar tool={tool} onTool={setTool} isEditor={isEditor} />
        <div role="status" className="sr-only">
          {said}
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
