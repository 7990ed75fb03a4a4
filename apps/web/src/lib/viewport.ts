import { useSyncExternalStore } from 'react'
import { isNarrow } from './layout.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** At most 640 px wide: a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => isNarrow(window.innerWidth))
