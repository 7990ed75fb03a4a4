import { useStoreApi } from '@xyflow/react'
import { useLayoutEffect, useRef } from 'react'

const gap = 20
const dot = 0.75
/** Dots closer than this look like a grey area. */
const leastGap = 14
/** Extends beyond the visible area by more than the widest gap on every side. */
const overhang = 64

/**
 * The dotted background. It is one layer that is shifted by less than a gap: repainting it in every frame would cost
 * more than all cards.
 */
export function CanvasBackground() {
  const library = useStoreApi()
  const ground = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    let drawn = 0
    let last: readonly number[] = []
    const place = () => {
      const { transform } = library.getState()
      const { style } = ground.current!
      if (transform === last) return
      last = transform
      const [x, y, zoom] = transform
      let step = gap * zoom
      while (step < leastGap) step *= 2
      if (drawn !== zoom) {
        const size = dot * Math.max(zoom, 0.8)
        style.backgroundSize = `${step}px ${step}px`
        style.backgroundImage = `radial-gradient(circle, var(--dot) ${size}px, transparent ${size + 0.5}px)`
        drawn = zoom
      }
      // Whole pixels and no transparency: the layer is copied without blending.
      const shift = (by: number) => Math.round((((by + overhang - step / 2) % step) + step) % step)
      style.transform = `translate(${shift(x)}px, ${shift(y)}px)`
    }
    place()
    return library.subscribe(place)
  }, [library])
  return (
    <div
      ref={ground}
      aria-hidden
      style={{ inset: -overhang }}
      className="pointer-events-none absolute -z-1 bg-canvas will-change-transform"
    />
  )
}
