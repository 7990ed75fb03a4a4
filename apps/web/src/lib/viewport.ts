import { useSyncExternalStore } from 'react'
import { breakpoints, columnWidth, isNarrow } from './layout.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** At most 640 px wide: a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => isNarrow(window.innerWidth))

/** Wide enough for a submenu beside the page. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => window.innerWidth >= breakpoints.lg)

/** Width of a column of figures: it follows the window. */
export const useColumnWidth = (): number => useSyncExternalStore(subscribe, () => columnWidth(window.innerWidth))
