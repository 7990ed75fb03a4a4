import { ViewportPortal } from '@xyflow/react'
import type { Guide } from '../layout/guides.ts'

/** Alignment guides of the dragged card. */
export function GuideLines({ guides }: { guides: readonly Guide[] }) {
  if (!guides.length) return null
  return (
    <ViewportPortal>
      {guides.map(({ axis, at, from, to }) => (
        <div
          key={axis}
          style={
            axis === 'x'
              ? { left: at, top: from, width: 1, height: to - from }
              : { left: from, top: at, width: to - from, height: 1 }
          }
          className="pointer-events-none absolute bg-focus"
        />
      ))}
    </ViewportPortal>
  )
}
