import type { ReactNode } from 'react'
import { ResizablePanels } from './resizable-panels.tsx'

interface SplitProps {
  storeKey: string
  first: ReactNode
  second: ReactNode
  /** The name of the boundary. */
  label: string
  axis?: 'x' | 'y'
  /** The initial share of the first part. */
  share?: number
  min?: readonly [number, number]
}

/** Two parts with a draggable boundary. */
export function Split({ storeKey, first, second, label, axis, share = 0.5, min }: SplitProps) {
  return (
    <ResizablePanels
      storeKey={storeKey}
      axis={axis}
      panels={[
        { id: 'first', title: label, content: first, share, min: min?.[0] },
        { id: 'second', title: label, content: second, share: 1 - share, min: min?.[1] },
      ]}
    />
  )
}
