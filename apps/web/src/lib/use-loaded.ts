import { useEffect, useState } from 'react'

/** Something that is fetched when it is first needed; `load` must keep its identity. */
export function useLoaded<T>(load: () => Promise<T>): T | undefined {
  const [found, setFound] = useState<{ it: T }>()
  useEffect(() => {
    let isGone = false
    void load().then((it) => !isGone && setFound({ it }))
    return () => {
      isGone = true
    }
  }, [load])
  return found?.it
}
