import type { NodeResult, RunProcess } from '@orrery/contract'
import { isAbort } from '#lib/network-error.ts'
import { readStream } from '#lib/sse.ts'
import { createStore } from '#lib/store.ts'
import { isLive, noRun, type RunKind, withMessage, withNode, withProcess } from './run-model.ts'
import type { RunPort } from './run-port.ts'
import { stepsOf } from './trace-steps.ts'

export interface RunStoreDeps {
  port: RunPort
  /** Before anything runs, what was drawn is saved. */
  flush: () => Promise<unknown>
  now?: () => number
  /** Batches renders while events arrive. */
  schedule?: (notify: () => void) => void
  pollEvery?: number
}

/** The run that is looked at: started here, or opened from the list. */
export function createRunStore({
  port,
  flush,
  now = Date.now,
  schedule = (go) => go(),
  pollEvery = 400,
}: RunStoreDeps) {
  const { current, set, subscribe, use } = createStore(noRun, schedule)
  const pins = createStore<ReadonlyMap<string, string>>(new Map(), schedule)
  let listening: AbortController | undefined
  const leave = () => {
    listening?.abort()
    listening = undefined
  }

  async function begin(kind: RunKind, nodeId: string, start: () => Promise<string>): Promise<boolean> {
    if (isLive(current().phase)) return false
    leave()
    set({ ...noRun, phase: 'starting', kind, nodeId, startedAt: now() })
    try {
      await flush()
      const executeId = await start()
      set({ ...current(), phase: 'running', executeId, startedAt: now() })
      void follow(executeId)
      return true
    } catch (error) {
      set({ ...current(), phase: 'failed', error, ms: now() - current().startedAt })
      return false
    }
  }

  async function follow(executeId: string): Promise<void> {
    const mine = new AbortController()
    listening = mine
    const isMine = () => listening === mine && current().executeId === executeId
    try {
      for await (const { event, data } of readStream(() => port.events(executeId, mine.signal))) {
        if (!isMine()) return
        take(event, data)
      }
      if (isMine() && current().phase === 'running') await poll(executeId, isMine)
    } catch (error) {
      if (isAbort(error) || !isMine()) return
      await poll(executeId, isMine)
    }
    if (isMine()) await complete(executeId, isMine)
  }
  /** Without a stream the same is asked for again and again. */
  async function poll(executeId: string, isMine: () => boolean): Promise<void> {
    for (let misses = 0; isMine() && current().phase === 'running' && misses < 10;) {
      try {
        const process = await port.process(executeId)
        if (isMine()) set(withProcess(current(), process, now()))
        misses = 0
      } catch (error) {
        misses += 1
        if (misses === 10) set({ ...current(), phase: 'failed', error })
      }
      if (current().phase === 'running') await new Promise((resolve) => setTimeout(resolve, pollEvery))
    }
  }
  function take(event: string, data: unknown): void {
    const at = now()
    if (event === 'process' || event === 'end') set(withProcess(current(), data as RunProcess, at))
    else if (event === 'node') {
      const { path, result } = data as { path: string; result: NodeResult }
      set(withNode(current(), path, result, at))
    } else if (event === 'skipped') {
      const { node_id: nodeId } = data as { node_id: string }
      set({ ...current(), skipped: new Set(current().skipped).add(nodeId) })
    } else if (event === 'message') {
      const { node_id: nodeId, node_title: title, text, finish } = data as Record<string, string> & { finish: boolean }
      set(withMessage(current(), { nodeId: nodeId ?? '', title: title ?? '', text: text ?? '', isDone: finish }))
    }
  }
  /** The exact times, which only the trace knows. It is written a moment after the run. */
  async function complete(executeId: string, isMine: () => boolean): Promise<void> {
    for (let tries = 0; tries < 3 && isMine(); tries += 1) {
      try {
        const spans = await port.spans(executeId)
        if (!isMine()) return
        const steps = stepsOf(spans, current())
        if (steps.size > 0) return set({ ...current(), steps })
      } catch {
        // The timeline stays as it was seen.
      }
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }

  return {
    current,
    pins,
    subscribe,
    use,
    test: (input: Record<string, unknown>) => begin('test', '', () => port.test(input)),
    runNode: (nodeId: string, input: Record<string, unknown>) => begin('node', nodeId, () => port.node(nodeId, input)),
    again(nodeId: string, input: Record<string, unknown> | undefined): Promise<boolean> {
      const { executeId } = current()
      return begin('again', nodeId, () => port.again(executeId, nodeId, input))
    },
    async cancel(): Promise<void> {
      if (current().executeId && isLive(current().phase)) await port.cancel(current().executeId)
      if (current().phase === 'waiting') set(withProcess(current(), await port.process(current().executeId), now()))
    },
    async resume(eventId: string, data: string): Promise<void> {
      const { executeId } = current()
      await port.resume(executeId, eventId, data)
      set({ ...current(), phase: 'running', questions: [] })
      void follow(executeId)
    },
    /** Looks at a run that was made before, or that goes on elsewhere. */
    async open(executeId: string): Promise<void> {
      leave()
      set({ ...noRun, phase: 'starting', kind: 'opened', executeId, startedAt: now() })
      try {
        const process = await port.process(executeId)
        if (current().executeId !== executeId) return
        set(withProcess(current(), process, now()))
        const isMine = () => current().executeId === executeId
        if (current().phase === 'running') void follow(executeId)
        else await complete(executeId, isMine)
      } catch (error) {
        if (current().executeId === executeId) set({ ...current(), phase: 'failed', error })
      }
    },
    clear(): void {
      leave()
      set(noRun)
    },
    async loadPins(): Promise<void> {
      pins.set(await port.pins())
    },
    async setPin(nodeId: string, output: string): Promise<void> {
      await port.setPin(nodeId, output)
      const next = new Map(pins.current())
      if (output) next.set(nodeId, output)
      else next.delete(nodeId)
      pins.set(next)
    },
  }
}
export type RunStore = ReturnType<typeof createRunStore>
