import { api } from '#lib/api.ts'
import { readStream } from '#lib/sse.ts'
import type { SavesNotification } from './draft-store.ts'

const WAITS_MS = [500, 2_000, 5_000, 15_000]

/**
 * Calls back whenever somebody saved. Returns a function that stops listening. A broken stream is reopened; the draft
 * store then requests missing saves.
 */
export function listenToEdits(sandboxId: string, onSaved: (saved: SavesNotification) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  async function listen() {
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        for await (const { event, data } of readStream(() =>
          api.projectInterface.live({ sandbox_id: sandboxId }, { signal }),
        )) {
          tries = 0
          if (event === 'saved') onSaved(data as SavesNotification)
        }
      } catch {
        // No error message: a failed save reports that the server is unreachable.
      }
      const wait = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]
      if (!signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, wait)
          signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
        })
    }
  }
  void listen()
  return () => stop.abort()
}
