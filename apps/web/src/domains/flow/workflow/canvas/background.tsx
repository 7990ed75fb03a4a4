import { useStoreApi } from '@xyflow/react'
import { useLayoutEffect, useRef } from 'react'

const gap = 20
const dot = 0.75
/** Nearer to one another than this the dots would be a grey haze. */
const leastGap = 14
/** As much larger than what is seen on every side as the widest gap. */
const overhang = 64

/**
 * The dots behind everything. They are one picture that is shifted by less than a gap: drawn anew with every movement
 * they would cost more than all cards.
 */
export function CanvasGround() {
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
      // Whole pixels and no transparency: a picture that is copied, not mixed.
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
