import { createStore } from './store.ts'

export interface Offline {
  since: number
  nextTryAt: number
}

export interface ConnectionDeps {
  /** Resolves to whether the server answers. */
  ping: () => Promise<boolean>
  onBack: () => void
  now?: () => number
}

const firstWait = 2_000
const longestWait = 30_000

/** Tracks whether the server can be reached. Retries after 2, 4, 8… 30 s, or at once on request. */
export function createConnection({ ping, onBack, now = Date.now }: ConnectionDeps) {
  const { current, set, subscribe, use } = createStore<Offline | null>(null)
  let wait = firstWait
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTrying = false
  const schedule = (since: number) => {
    set({ since, nextTryAt: now() + wait })
    timer = setTimeout(() => void retry(), wait)
    wait = Math.min(wait * 2, longestWait)
  }
  async function retry(): Promise<void> {
    const offline = current()
    if (!offline || isTrying) return
    clearTimeout(timer)
    isTrying = true
    const isBack = await ping().catch(() => false)
    isTrying = false
    if (!isBack) return schedule(offline.since)
    wait = firstWait
    set(null)
    onBack()
  }
  return {
    /** Reports that a request did not reach the server. */
    lost(): void {
      if (!current()) schedule(now())
    },
    retry,
    current,
    subscribe,
    use,
  }
}
