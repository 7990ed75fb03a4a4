import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect } from 'react'
import { useDocumentStore } from '../../document/document-context.tsx'
import { useEditor } from '../../document/editor-context.ts'

const motion = 240
const nearEnough = 0.75

/** Centres the node that was requested from the problem list, a run or the URL. */
export function useCamera(): void {
  useKeepFocusVisible()
  const { ui } = useEditor()
  const store = useDocumentStore()
  const { setCenter, getInternalNode, getZoom } = useReactFlow()
  useEffect(() => {
    let done: object | null = null
    const go = () => {
      const { cameraTarget, view } = ui.current()
      if (!cameraTarget || cameraTarget === done || view !== 'canvas') return
      const node = getInternalNode(cameraTarget.nodeId)
      if (!node) return
      done = cameraTarget
      store.select([cameraTarget.nodeId])
      const { positionAbsolute } = node.internals
      const x = positionAbsolute.x + (node.width ?? 0) / 2
      const y = positionAbsolute.y + (node.height ?? 0) / 2
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      void setCenter(x, y, { zoom: Math.max(getZoom(), nearEnough), duration: isStill ? 0 : motion })
    }
    // After the initial fit, which happens in the first frame.
    const timer = setTimeout(go, 60)
    const stop = ui.subscribe(go)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [ui, store, setCenter, getInternalNode, getZoom])
}

/** Tab walks through all nodes: a node that receives the focus is scrolled into view. */
function useKeepFocusVisible(): void {
  const area = useStore((state) => state.domNode)
  const { setCenter, getInternalNode, getZoom } = useReactFlow()
  useEffect(() => {
    if (!area) return undefined
    const show = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches('.react-flow__node')) return
      const [box, frame] = [target.getBoundingClientRect(), area.getBoundingClientRect()]
      // A card that is only partly visible counts as hidden: its menu would open outside of the window.
      const isSeen =
        box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom
      const node = isSeen ? undefined : getInternalNode(target.dataset['id'] ?? '')
      if (!node) return
      const { x, y } = node.internals.positionAbsolute
      void setCenter(x + (node.width ?? 0) / 2, y + (node.height ?? 0) / 2, { zoom: getZoom(), duration: 0 })
    }
    area.addEventListener('focusin', show)
    return () => area.removeEventListener('focusin', show)
  }, [area, setCenter, getInternalNode, getZoom])
}
