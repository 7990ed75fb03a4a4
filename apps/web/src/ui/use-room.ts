import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width or height of an element, updated on changes. Infinite until measured, before the first paint. */
export function useRoom(element: RefObject<HTMLElement | null>, axis: 'x' | 'y'): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => setRoom(axis === 'x' ? current.clientWidth : current.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, axis])
  return room
}
