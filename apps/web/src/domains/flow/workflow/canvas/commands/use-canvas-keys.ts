import { useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import { useT } from '#lib/i18n.ts'
import { isCovered, isTyping, matchesKeys } from '#lib/keys.ts'
import { useShortcuts } from '#lib/shortcuts.ts'
import { blocksOf, type Canvas, groupsOf, type Point } from '../../document/canvas.ts'
import { useDocumentStore } from '../../document/document-context.tsx'
import { useEditor } from '../../document/editor-context.ts'
import { focusSheet } from '../../document/editor-focus.ts'
import type { CanvasTools, MenuTarget } from '../canvas-context.ts'
import type { Tool } from '../toolbar.tsx'
import { readingOrder } from '../layout/reading-order.ts'

interface Deps {
  area: RefObject<HTMLDivElement | null>
  tools: CanvasTools
  tool: Tool
  setTool: (tool: Tool) => void
  isReadOnly: boolean
  openMenu: (target: MenuTarget, screen: Point) => void
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const step = 10
const farStep = 50

/** Keyboard shortcuts of the canvas; Tab walks through the nodes along the edges. */
export function useCanvasKeys(deps: Deps): void {
  const { area, isReadOnly } = deps
  const store = useDocumentStore()
  const { ui } = useEditor()
  const flow = useReactFlow()
  const latest = useRef(deps)
  useEffect(() => {
    latest.current = deps
  })
  useKeyHelp(isReadOnly)
  useEffect(() => {
    const focused = (): string | undefined =>
      document.activeElement?.closest<HTMLElement>('.react-flow__node')?.dataset['id']
    const listen = (event: KeyboardEvent) => {
      const { tools, setTool, openMenu, isReadOnly: cannotEdit } = latest.current
      if (event.defaultPrevented || event.isComposing || isTyping(event.target) || isCovered()) return
      const inCanvas = area.current?.contains(document.activeElement) || document.activeElement === document.body
      const is = (...keys: string[]) => keys.some((key) => matchesKeys(event, key))
      const nodeId = focused()
      const done = (act: () => void) => {
        event.preventDefault()
        act()
      }
      if (is('v')) return done(() => setTool('select'))
      if (is('h')) return done(() => setTool('hand'))
      if (is('shift+1', '!')) return done(tools.fit)
      if (is('shift+0', ')')) return done(() => void flow.zoomTo(1, { duration: 200 }))
      if (is('+', '=')) return done(() => void flow.zoomIn({ duration: 120 }))
      if (is('-')) return done(() => void flow.zoomOut({ duration: 120 }))
      if (!inCanvas) return undefined
      // Escape closes an open form first; the form handles that itself.
      if (is('Escape') && store.selection().size && !ui.current().sheet) return done(() => store.select([]))
      // These keys press a focused button on a card.
      const isOnCard = nodeId !== undefined && document.activeElement?.matches('.react-flow__node')
      if (isOnCard && is('Tab', 'shift+Tab') && walk(nodeId, event.shiftKey ? -1 : 1)) return event.preventDefault()
      if (isOnCard && is('Enter')) return done(() => openFocused(nodeId))
      if (isOnCard && is('space')) return done(() => store.select(toggled(store.selection(), nodeId)))
      if (is('mod+a')) return done(() => tools.commands.selectAll())
      // Lets the browser fire its copy event.
      if (is('mod+c', 'mod+x') && nodeId) return store.select(chosen(nodeId))
      if (is('ContextMenu', 'shift+F10')) return done(() => openMenu(menuTarget(nodeId), menuPlace(area.current!)))
      if (cannotEdit) return undefined
      if (is('n')) return done(() => tools.openAdd({ ...spot(nodeId), screen: menuPlace(area.current!) }))
      if (is('m')) return done(() => void tools.commands.addComment())
      if (is('mod+d')) return done(() => tools.commands.duplicate(chosen(nodeId)))
      if (is('mod+g'))
        return done(() => {
          store.select(chosen(nodeId))
          tools.commands.group()
        })
      if (is('shift+l')) return done(() => void tools.commands.tidy())
      if (is('Delete', 'Backspace')) return done(() => tools.commands.remove(chosen(nodeId)))
      const way = arrows[event.key]
      if (!way || event.metaKey || event.ctrlKey || event.altKey) return undefined
      const moved = chosen(nodeId).filter((id) => !id.includes('>'))
      if (!moved.length) return undefined
      const far = event.shiftKey ? farStep : step
      return done(() =>
        tools.commands.move(
          new Map(moved.map((id) => [id, { x: way.x * far, y: way.y * far }])),
          `nudge:${moved.join()}`,
        ),
      )
    }
    /** Selects the focused node unless it is part of the selection. */
    const chosen = (nodeId: string | undefined): string[] => {
      const selection = store.selection()
      return nodeId && !selection.has(nodeId) ? [nodeId] : [...selection]
    }
    /** Focuses the next node along the edges, visible or not; at either end Tab leaves the canvas. */
    const walk = (nodeId: string, by: number): boolean => {
      const order = walkOrder(store.get())
      const next = order[order.indexOf(nodeId) + by]
      if (document.activeElement?.closest('.react-flow__node') !== document.activeElement || !next) return false
      const element = () => area.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${next}"]`)
      const node = flow.getInternalNode(next)
      if (!node) return false
      const { x, y } = node.internals.positionAbsolute
      const isInSight = element() && isInside(element()!, area.current!)
      if (!isInSight)
        void flow.setCenter(x + (node.width ?? 0) / 2, y + (node.height ?? 0) / 2, { zoom: flow.getZoom() })
      // A hidden node is mounted in the next frame.
      if (element()) element()!.focus({ preventScroll: true })
      else requestAnimationFrame(() => requestAnimationFrame(() => element()?.focus({ preventScroll: true })))
      return true
    }
    const spot = (nodeId: string | undefined) => {
      if (nodeId && !store.selection().has(nodeId)) store.select([nodeId])
      return latest.current.tools.commands.spotOfSelection()
    }
    const openFocused = (nodeId: string) => {
      const element = document.activeElement
      const field = element?.querySelector<HTMLElement>('textarea')
      if (field) return field.focus()
      if (groupsOf(store.get()).some((group) => group.id === nodeId)) return store.select([nodeId])
      store.select([nodeId])
      ui.openNode(nodeId)
      return focusSheet()
    }
    const menuTarget = (nodeId: string | undefined): MenuTarget => {
      if (!nodeId) return { is: 'pane' }
      if (!store.selection().has(nodeId)) store.select([nodeId])
      const isGroup = groupsOf(store.get()).some((group) => group.id === nodeId)
      return isGroup ? { is: 'group', groupId: nodeId } : { is: 'node', nodeId }
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [area, store, ui, flow])
}

/** Nodes in reading order, each loop followed by its inner nodes. */
function walkOrder(canvas: Canvas): string[] {
  const order = readingOrder(canvas)
  return canvas.nodes
    .toSorted((a, b) => order.get(a.id)! - order.get(b.id)!)
    .flatMap((node) => [node.id, ...blocksOf(node).map((inner) => inner.id)])
}

function isInside(element: HTMLElement, area: HTMLElement): boolean {
  const [item, all] = [element.getBoundingClientRect(), area.getBoundingClientRect()]
  return item.left >= all.left && item.right <= all.right && item.top >= all.top && item.bottom <= all.bottom
}

const toggled = (selection: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Below the focused node, or in the centre. */
function menuPlace(area: HTMLElement): Point {
  const element = document.activeElement?.closest('.react-flow__node') ?? null
  const { left, top, width, height } = (element ?? area).getBoundingClientRect()
  return element
    ? { x: left + 12, y: Math.min(top + height, innerHeight - 80) }
    : { x: left + width / 2, y: top + height / 3 }
}

function useKeyHelp(isReadOnly: boolean): void {
  const t = useT('workflow')
  useShortcuts({
    id: 'workflow',
    title: t('keys.title'),
    shortcuts: [
      { keys: 'Tab', label: t('keys.walk') },
      { keys: 'Enter', label: t('keys.open') },
      { keys: 'space', label: t('keys.select') },
      { keys: 'shift+F10', label: t('keys.menu') },
      { keys: 'F6', label: t('keys.regions') },
      { keys: 'mod+enter', label: t('keys.run') },
      { keys: 'p', label: t('keys.problems') },
      { keys: 'v', label: t('keys.selectTool') },
      { keys: 'h', label: t('keys.hand') },
      { keys: ['+', '-'], label: t('keys.zoom') },
      { keys: 'shift+1', label: t('keys.fit') },
      { keys: 'shift+0', label: t('keys.full') },
      { keys: 'mod+a', label: t('keys.all') },
      { keys: 'mod+c', label: t('keys.copy') },
      ...(isReadOnly
        ? []
        : [
            { keys: 'n', label: t('keys.add') },
            { keys: 'm', label: t('keys.comment') },
            { keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], label: t('keys.move') },
            { keys: 'mod+v', label: t('keys.paste') },
            { keys: 'mod+x', label: t('keys.cut') },
            { keys: 'mod+d', label: t('keys.duplicate') },
            { keys: 'mod+g', label: t('keys.group') },
            { keys: ['Delete', 'backspace'], label: t('keys.remove') },
            { keys: 'shift+l', label: t('keys.tidy') },
            { keys: 'mod+z', label: t('keys.undo') },
            { keys: 'mod+shift+z', label: t('keys.redo') },
          ]),
    ],
  })
}
