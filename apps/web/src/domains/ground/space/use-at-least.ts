import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is at least this wide. */
export function useAtLeast(width: number): boolean {
  const query = `(min-width: ${width}px)`
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
