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
  /** Into sight, by the shortest way. */
  scrollToRow: (row: number) => void
  /** Number of fully visible rows. */
  rowsInSight: () => number
}

interface GridRowsProps {
  ref: Ref<RowsHandle>
  scroll: RefObject<HTMLDivElement | null>
  count: number
  width: number
  /** Height of the fixed header, in px. */
  head: number
  onSight: (first: number, last: number) => void
  children: (place: { slot: number; index: number; top: number }) => ReactNode
}

/** Above and below what is seen, drawn before they are needed. */
const spare = 8
/** Leaps that follow one another sooner than this are one rush; rows are drawn and fetched where it ends. */
const rushMs = 150
/** The lines between rows, where none are drawn. */
const ruled = `repeating-linear-gradient(transparent 0 ${rowHeight - 1}px, var(--line) 0 ${rowHeight}px)`

/**
 * Rows of one height, in the page only near what is in sight. A row that leaves it on one side is used again on the
 * other: to write other texts into it costs a fraction of making a new one.
 */
export function GridRows({ ref, scroll, count, width, head, onSight, children }: GridRowsProps) {
  const [wanted, setWanted] = useState({ first: 0, seen: 30 })
  const slots = Math.min(count, wanted.seen + 2 * spare)
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
      rowsInSight: () => Math.floor((frame().clientHeight - head) / rowHeight),
    }
  }, [scroll, head])
  useEffect(() => {
    const frame = scroll.current!
    let leapt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const top = Math.floor(frame.scrollTop / rowHeight)
      const seen = Math.ceil((frame.clientHeight - head) / rowHeight) + 1
      const next = { first: Math.max(0, top - spare), seen }
      frame.toggleAttribute('data-shifted', frame.scrollLeft > 0)
      const isCovered = top >= drawn.current.first && Math.min(top + seen, count) <= drawn.current.end
      clearTimeout(timer)
      if (!isCovered) {
        const isRush = performance.now() - leapt < rushMs
        leapt = performance.now()
        if (isRush) {
          timer = setTimeout(look, rushMs + 10)
          return
        }
      }
      // The drawn rows still cover the view: draw the next ones after this frame.
      if (isCovered) setWanted((now) => (now.first === next.first && now.seen === seen ? now : next))
      else flushSync(() => setWanted(next))
      onSight(Math.max(0, top - 20), Math.min(count - 1, top + seen + 20))
    }
    const watch = new ResizeObserver(look)
    watch.observe(frame)
    frame.addEventListener('scroll', look, { passive: true })
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      frame.removeEventListener('scroll', look)
    }
  }, [scroll, head, count, onSight])
  return (
    <div style={{ height: count * rowHeight, minWidth: width, backgroundImage: ruled }} className="relative">
      {Array.from({ length: slots }, (_, slot) => {
        const index = first + ((slot - (first % slots) + slots) % slots)
        return children({ slot, index, top: index * rowHeight })
      })}
    </div>
  )
}
