import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Size {
  width: number
  height: number
}

/** The size of an element, updated on changes. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return undefined
    const watcher = new ResizeObserver(() => setSize({ width: shown.offsetWidth, height: shown.offsetHeight }))
    watcher.observe(shown)
    return () => watcher.disconnect()
  }, [element])
  return size
}
