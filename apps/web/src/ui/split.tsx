import type { ReactNode } from 'react'
import { ResizablePanels } from './resizable-panels.tsx'

interface SplitProps {
  storeKey: string
  first: ReactNode
  second: ReactNode
  /** Names the line between the two. */
  label: string
  axis?: 'x' | 'y'
  /** The first one's part of the room at first. */
  share?: number
  min?: readonly [number, number]
}

/** Two things with a line between them that can be dragged. */
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
