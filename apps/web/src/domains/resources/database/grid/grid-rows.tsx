import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { rowHeight } from './grid-columns.ts'

export interface RowsHandle {
  scrollTo: (top: number) => void
  /** Scrolls the row into view, by the shortest distance. */
  scrollToRow: (row: number) => void
  /** Number of fully visible rows. */
  visibleRowCount: () => number
}

interface GridRowsProps {
  ref: Ref<RowsHandle>
  scroll: RefObject<HTMLDivElement | null>
  count: number
  width: number
  /** Height of the fixed header, in px. */
  head: number
  onVisibleRange: (first: number, last: number) => void
  children: (place: { slot: number; index: number; top: number }) => ReactNode
}

/** The number of rows rendered above and below the visible ones. */
const overscan = 8
/** Jumps in quicker succession count as one rush. Rows are rendered and fetched only when it ends. */
const rushMs = 150
/** Lines between rows, drawn where rows are not rendered. */
const rowLines = `repeating-linear-gradient(transparent 0 ${rowHeight - 1}px, var(--line) 0 ${rowHeight}px)`

/**
 * Renders rows of equal height, only around the visible ones. A row that leaves the view on one side is recycled on
 * the other, because updating its texts is much cheaper than creating a new row.
 */
export function GridRows({ ref, scroll, count, width, head, onVisibleRange, children }: GridRowsProps) {
  const [wanted, setWanted] = useState({ first: 0, seen: 30 })
  const slots = Math.min(count, wanted.seen + 2 * overscan)
  const first = Math.max(0, Math.min(wanted.first, count - slots))
  const drawn = useRef({ first, end: first + slots })
  useLayoutEffect(() => {
    drawn.current = { first, end: first + slots }
  })
  useImperativeHandle(ref, () => {
    const frame = () => scroll.current!
    return {
      scrollTo: (top) => frame().scrollTo({ top }),
      scrollToRow: (row) => {
        const { scrollTop, clientHeight } = frame()
        const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight + head - clientHeight]
        if (scrollTop > top) frame().scrollTo({ top })
        else if (scrollTop < bottom) frame().scrollTo({ top: bottom })
      },
      visibleRowCount: () => Math.floor((frame().clientHeight - head) / rowHeight),
    }
  }, [scroll, head])
  useEffect(() => {
    const frame = scroll.current!
    let lastJumpAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const top = Math.floor(frame.scrollTop / rowHeight)
      const seen = Math.ceil((frame.clientHeight - head) / rowHeight) + 1
      const next = { first: Math.max(0, top - overscan), seen }
      frame.toggleAttribute('data-shifted', frame.scrollLeft > 0)
      const isCovered = top >= drawn.current.first && Math.min(top + seen, count) <= drawn.current.end
      clearTimeout(timer)
      if (!isCovered) {
        const isRush = performance.now() - lastJumpAt < rushMs
        lastJumpAt = performance.now()
        if (isRush) {
          timer = setTimeout(look, rushMs + 10)
          return
        }
      }
      // The rendered rows still cover the view, so render the next ones after this frame.
      if (isCovered) setWanted((now) => (now.first === next.first && now.seen === seen ? now : next))
      else flushSync(() => setWanted(next))
      onVisibleRange(Math.max(0, top - 20), Math.min(count - 1, top + seen + 20))
    }
    const watch = new ResizeObserver(look)
    watch.observe(frame)
    frame.addEventListener('scroll', look, { passive: true })
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      frame.removeEventListener('scroll', look)
    }
  }, [scroll, head, count, onVisibleRange])
  return (
    <div style={{ height: count * rowHeight, minWidth: width, backgroundImage: rowLines }} className="relative">
      {Array.from({ length: slots }, (_, slot) => {
        const index = first + ((slot - (first % slots) + slots) % slots)
        return children({ slot, index, top: index * rowHeight })
      })}
    </div>
  )
}
