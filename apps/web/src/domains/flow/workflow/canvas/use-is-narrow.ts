import { useStore } from '@xyflow/react'

const narrow = 600

/**
 * Whether there is room for the most important tools only, as beside an open form or in half a window. The other tools
 * are available through keys and the context menu. Measured here, because a container query costs time in every frame.
 */
export const useIsNarrow = (): boolean => useStore((state) => state.width > 0 && state.width < narrow)
