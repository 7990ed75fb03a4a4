import { useEffect, useState } from 'react'

/** A value that is loaded when it is first needed; `load` must be a stable function. */
export function useLoaded<T>(load: () => Promise<T>): T | undefined {
  const [found, setFound] = useState<{ value: T }>()
  useEffect(() => {
    let isGone = false
    void load().then((value) => !isGone && setFound({ value }))
    return () => {
      isGone = true
    }
  }, [load])
  return found?.value
}
