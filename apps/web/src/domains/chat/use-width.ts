import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element, as it changes. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return undefined
    const watcher = new ResizeObserver(() => setWidth(shown.clientWidth))
    watcher.observe(shown)
    return () => watcher.disconnect()
  }, [element])
  return width
}
