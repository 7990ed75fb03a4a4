import { useSyncExternalStore } from 'react'
import { breakpoints, isNarrow } from './layout.ts'

export function subscribeToWidth(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** At most 640 px wide: a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribeToWidth, () => isNarrow(window.innerWidth))

/** Wide enough for a submenu beside the page. */
export const useWide = (): boolean => useSyncExternalStore(subscribeToWidth, () => window.innerWidth >= breakpoints.lg)
