import { createStore } from '#lib/store.ts'
import { createPinStore } from './pin-store.ts'
import { createRunFollower } from './run-follower.ts'
import { isLive, noRun, type RunKind, withProcess } from './run-model.ts'
import type { RerunCanvas, RunPort } from './run-port.ts'

export interface RunStoreDeps {
  port: RunPort
  /** Saves the canvas before a run starts. */
  flush: () => Promise<unknown>
  now?: () => number
  /** Batches renders while events arrive. */
  schedule?: (notify: () => void) => void
  pollEvery?: number
}

/** The run that the editor displays, started here or opened from the list. */
export function createRunStore({
  port,
  flush,
  now = Date.now,
  schedule = (notify) => notify(),
  pollEvery = 400,
}: RunStoreDeps) {
  const store = createStore(noRun, schedule)
  const { current, set, patch, subscribe, use } = store
  const { follow, loadTimes, leave } = createRunFollower({ port, store, now, pollEvery })

  async function begin(kind: RunKind, nodeId: string, start: () => Promise<string>): Promise<boolean> {
    if (isLive(current().phase)) return false
    leave()
    set({ ...noRun, phase: 'starting', kind, nodeId, startedAt: now() })
    try {
      await flush()
      const executeId = await start()
      patch({ phase: 'running', executeId, startedAt: now() })
      void follow(executeId)
      return true
    } catch (error) {
      patch({ phase: 'failed', error, ms: now() - current().startedAt })
      return false
    }
  }

  return {
    current,
    subscribe,
    use,
    ...createPinStore(port, schedule),
    test: (input: Record<string, unknown>) => begin('test', '', () => port.test(input)),
    runNode: (nodeId: string, input: Record<string, unknown>) => begin('node', nodeId, () => port.node(nodeId, input)),
    again(
      nodeId: string,
      input: Record<string, unknown> | undefined,
      canvas: RerunCanvas = 'current',
    ): Promise<boolean> {
      const { executeId } = current()
      return begin('again', nodeId, () => port.again(executeId, nodeId, input, canvas))
    },
    async cancel(): Promise<void> {
      if (current().executeId && isLive(current().phase)) await port.cancel(current().executeId)
      if (current().phase === 'waiting') set(withProcess(current(), await port.process(current().executeId), now()))
    },
    async resume(eventId: string, data: string): Promise<void> {
      const { executeId } = current()
      await port.resume(executeId, eventId, data)
      patch({ phase: 'running', questions: [] })
      void follow(executeId)
    },
    /** Displays an earlier run, or a run that was started elsewhere. */
    async open(executeId: string): Promise<void> {
      leave()
      set({ ...noRun, phase: 'starting', kind: 'opened', executeId, startedAt: now() })
      const isCurrent = () => current().executeId === executeId
      try {
        const process = await port.process(executeId)
        if (!isCurrent()) return
        set(withProcess(current(), process, now()))
        if (current().phase === 'running') void follow(executeId)
        else await loadTimes(executeId, isCurrent)
      } catch (error) {
        if (isCurrent()) patch({ phase: 'failed', error })
      }
    },
    clear(): void {
      leave()
      set(noRun)
    },
  }
}
export type RunStore = ReturnType<typeof createRunStore>
