import type { KeyboardEvent, PointerEvent } from 'react'
import { cn } from '#lib/class-names.ts'

interface ResizeHandleProps {
  label: string
  /** The axis along which the handle moves: `x` for panels side by side, `y` for panels above each other. */
  axis?: 'x' | 'y'
  /** Current position and its limits, in px. */
  now: number
  min: number
  max: number
  /** Called with the movement since the last call, in px. */
  onMove: (delta: number) => void
  /** Restores the initial size on a double click. */
  onReset?: () => void
  className?: string
}

const step = 16
const farStep = 64

/** A line that can be dragged, or moved with the arrow keys. */
export function ResizeHandle({ label, axis = 'x', now, min, max, onMove, onReset, className }: ResizeHandleProps) {
  const across = axis === 'x'
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    let last = across ? event.clientX : event.clientY
    const move = (next: globalThis.PointerEvent) => {
      const at = across ? next.clientX : next.clientY
      onMove(at - last)
      last = at
    }
    const stop = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('lostpointercapture', stop)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', stop)
  }
  const type = (event: KeyboardEvent) => {
    const back = across ? 'ArrowLeft' : 'ArrowUp'
    const on = across ? 'ArrowRight' : 'ArrowDown'
    if (event.key !== back && event.key !== on) return
    event.preventDefault()
    onMove((event.key === back ? -1 : 1) * (event.shiftKey ? farStep : step))
  }
  return (
    // A movable separator must be focusable.
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={across ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(now)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      onPointerDown={drag}
      onKeyDown={type}
      onDoubleClick={onReset}
      className={cn(
        'group/handle relative shrink-0 touch-none bg-line transition-colors hover:bg-focus focus-visible:bg-focus',
        'before:absolute before:z-1',
        across
          ? 'w-px cursor-col-resize before:-inset-x-1 before:inset-y-0'
          : 'h-px cursor-row-resize before:inset-x-0 before:-inset-y-1',
        className,
      )}
    />
  )
}
