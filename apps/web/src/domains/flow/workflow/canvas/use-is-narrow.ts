import { useStore } from '@xyflow/react'

const narrow = 600

/**
 * Whether there is room for the most important tools only, as beside an open form or in half a window.
 * Keys and the context menu offer the same. Measured here, because a container query would cost time in every frame.
 */
export const useIsNarrow = (): boolean => useStore((state) => state.width > 0 && state.width < narrow)
