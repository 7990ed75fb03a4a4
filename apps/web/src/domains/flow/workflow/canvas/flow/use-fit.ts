import { useReactFlow, useStoreApi, type Viewport } from '@xyflow/react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStored } from '#lib/local-store.ts'
import { type Canvas, hasOnlyEnds, positionOf } from '../../document/canvas.ts'
import { minHintHeight } from '../first-node-hint.tsx'
import { useDocumentStore } from '../../document/document-context.tsx'
import { boundsOf, type Rect } from './flow-nodes.ts'
import { type Cover, isAllSeen, isSameView, type Size, viewportFor } from './fit.ts'
import type { LayoutOf } from './use-flow.ts'

const motion = 200
/** Height reserved at the top for the outcome of a run, the tools of a comparison, or the hint for beginners. */
const topOf = { editor: 64, look: 120, hint: 210 }

/** The size of the canvas as soon as it is visible; null in a hidden tab. */
export function useFirstSize(area: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return undefined
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      if (width > 0 && height > 0) setSize((known) => known ?? { width, height })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])
  return size
}

/** Fits the nodes into the view, initially, on request, and when the canvas changes its size. */
export function useFit(layoutOf: LayoutOf, isEditor: boolean) {
  const store = useDocumentStore()
  const library = useStoreApi()
  const { setViewport, getViewport } = useReactFlow()
  const [hasMap] = useStored('canvas.map', true)
  /** The last fitted view. While it is unchanged, it is fitted again whenever the size changes. */
  const fitted = useRef<Viewport | null>(null)
  const viewFor = useCallback(
    (size: Size): Viewport | undefined => {
      const canvas = store.get()
      const bounds = boundsIn(canvas, layoutOf)
      const isHinted = isEditor && hasOnlyEnds(canvas) && size.height >= minHintHeight
      const cover: Cover = { top: topOf[isHinted ? 'hint' : isEditor ? 'editor' : 'look'], hasMap }
      const view = bounds && viewportFor(bounds, size, cover)
      if (view) fitted.current = view
      return view
    },
    [store, layoutOf, isEditor, hasMap],
  )
  const go = useCallback(
    (duration: number) => {
      const { width, height } = library.getState()
      const view = viewFor({ width, height })
      if (view) void setViewport(view, { duration })
    },
    [library, viewFor, setViewport],
  )
  const fit = useCallback(() => go(matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : motion), [go])
  useEffect(() => {
    const { width, height } = library.getState()
    let size = { width, height }
    return library.subscribe((state) => {
      if (state.width === size.width && state.height === size.height) return
      const before = size
      size = { width: state.width, height: state.height }
      if (!before.width || !size.width || !size.height) return
      const bounds = boundsIn(store.get(), layoutOf)
      if (!bounds) return
      const view = getViewport()
      const isFitted = fitted.current !== null && isSameView(view, fitted.current)
      // A view that the person chose is preserved, but nodes that were all visible stay visible.
      if (isFitted || (isAllSeen(bounds, view, before) && !isAllSeen(bounds, view, size))) go(0)
    })
  }, [library, store, layoutOf, getViewport, go])
  return { fit, viewFor }
}

function boundsIn(canvas: Canvas, layoutOf: LayoutOf): Rect | undefined {
  return boundsOf(
    canvas.nodes.map((node) => {
      const { width, height } = layoutOf(node)
      return { ...positionOf(node), width, height }
    }),
  )
}
