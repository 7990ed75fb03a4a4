import { useStore } from '@xyflow/react'

const narrow = 512

/**
 * Whether the canvas has no room for tools beside the ones that are needed most: beside an open form, in half a window.
 * Keys and the menu of the canvas do the same. Measured here, since a container query would cost in every frame.
 */
export const useIsNarrow = (): boolean => useStore((state) => state.width > 0 && state.width < narrow)
