import { useEffect, useState } from 'react'
import { isAbort } from '#lib/network-error.ts'
import { readStream } from '#lib/sse.ts'

/** Follows the events that the server pushes about a process. Reopens a broken stream, and calls `onEnd` once. */
export function usePushed<T>(
  open: ((signal: AbortSignal) => Promise<Response>) | undefined,
  key: string,
  onEnd: () => void,
) {
  const [latest, setLatest] = useState<T | undefined>(undefined)
  const isOn = open !== undefined
  useEffect(() => {
    if (!open) return undefined
    const abort = new AbortController()
    async function follow() {
      try {
        for await (const { event, data } of readStream(() => open!(abort.signal))) {
          setLatest(data as T)
          if (event === 'end') return
        }
      } catch (cause) {
        if (isAbort(cause)) return
      }
    }
    void follow().then(() => {
      if (!abort.signal.aborted) onEnd()
    })
    return () => abort.abort()
    // `key` identifies the process. A new `open` function alone does not reopen the stream.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isOn])
  return latest
}
