import { api } from '#lib/api.ts'
import { readStream } from '#lib/sse.ts'
import { createStore, type Store } from '#lib/store.ts'
import { nobody, type Presence } from '../document/canvas-overlays.tsx'

interface SavedElsewhere {
  save_version: string
  name: string
  user_id: string
}
interface LiveEditor {
  session_id: string
  name: string
  avatar_url: string
  node_id: string
  self: boolean
}

const colors = ['var(--cat-net)', 'var(--cat-logic)', 'var(--cat-data)', 'var(--cat-model)', 'var(--cat-io)']
const waits = [1_000, 3_000, 10_000, 30_000]

interface Live extends Pick<Store<Presence>, 'use'> {
  /** Subscribes to the stream; returns a function that unsubscribes. */
  start: (onSaved: (saved: SavedElsewhere) => void) => () => void
  /** Reports which node is open in this tab. */
  reportNode: (nodeId: string) => void
}

/** Presence and saves of other people; reconnects when the stream breaks. */
export function createPresence(workflowId: string, sessionId: string): Live {
  const here = createStore(nobody)
  const set = (editors: readonly LiveEditor[]) => {
    const others = editors.filter((editor) => editor.session_id !== sessionId)
    const people = others.map((other, i) => ({
      id: other.session_id,
      name: other.name,
      avatarUrl: other.avatar_url,
      nodeId: other.node_id,
      color: colors[i % colors.length]!,
    }))
    const byNode = Map.groupBy(
      people.filter((person) => person.nodeId),
      (person) => person.nodeId,
    )
    here.set({ people, byNode })
  }
  function start(onSaved: (saved: SavedElsewhere) => void): () => void {
    const stop = new AbortController()
    void listen(onSaved, stop.signal)
    return () => stop.abort()
  }
  async function listen(onSaved: (saved: SavedElsewhere) => void, signal: AbortSignal): Promise<void> {
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        const input = { workflow_id: workflowId, session_id: sessionId }
        for await (const { event, data } of readStream(() => api.workflowEditor.live(input, { signal }))) {
          tries = 0
          if (event === 'editors') set((data as { editors: LiveEditor[] }).editors)
          if (event === 'saved') onSaved(data as SavedElsewhere)
        }
      } catch {
        // A failed presence stream needs no error message, because it reconnects.
      }
      if (!signal.aborted) await pause(waits[Math.min(tries, waits.length - 1)]!, signal)
    }
  }
  return {
    use: here.use,
    start,
    reportNode: (nodeId) => {
      const input = { workflow_id: workflowId, session_id: sessionId, node_id: nodeId }
      api.workflowEditor.presence(input).catch(() => undefined)
    },
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
