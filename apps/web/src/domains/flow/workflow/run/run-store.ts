import type { NodeResult, RunProcess } from '@orrery/contract'
import { isAbort } from '#lib/network-error.ts'
import { readStream } from '#lib/sse.ts'
import { isLive, noRun, type RunKind, type RunSnapshot, withMessage, withNode, withProcess } from './run-model.ts'
import type { RunPort } from './run-port.ts'
import { stepsOf } from './trace-steps.ts'

export interface RunStoreDeps {
  port: RunPort
  /** Before anything runs, what was drawn is saved. */
  flush: () => Promise<unknown>
  now?: () => number
  /** How renderings are gathered while events come in. */
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
  let run = noRun
  let pins: ReadonlyMap<string, string> = new Map()
  let listening: AbortController | undefined
  let isScheduled = false
  const listeners = new Set<() => void>()

  const tell = () => {
    if (isScheduled) return
    isScheduled = true
    schedule(() => {
      isScheduled = false
      for (const listener of listeners) listener()
    })
  }
  const set = (next: RunSnapshot) => {
    run = next
    tell()
  }
  const leave = () => {
    listening?.abort()
    listening = undefined
  }

  async function begin(kind: RunKind, nodeId: string, start: () => Promise<string>): Promise<boolean> {
    if (isLive(run.phase)) return false
    leave()
    set({ ...noRun, phase: 'starting', kind, nodeId, startedAt: now() })
    try {
      await flush()
      const executeId = await start()
      set({ ...run, phase: 'running', executeId, startedAt: now() })
      void follow(executeId)
      return true
    } catch (error) {
      set({ ...run, phase: 'failed', error, ms: now() - run.startedAt })
      return false
    }
  }

  async function follow(executeId: string): Promise<void> {
    const mine = new AbortController()
    listening = mine
    const isMine = () => listening === mine && run.executeId === executeId
    try {
      for await (const { event, data } of readStream(() => port.events(executeId, mine.signal))) {
        if (!isMine()) return
        take(event, data)
      }
      if (isMine() && run.phase === 'running') await poll(executeId, isMine)
    } catch (error) {
      if (isAbort(error) || !isMine()) return
      await poll(executeId, isMine)
    }
    if (isMine()) await complete(executeId, isMine)
  }
  /** Without a stream the same is asked for again and again. */
  async function poll(executeId: string, isMine: () => boolean): Promise<void> {
    for (let misses = 0; isMine() && run.phase === 'running' && misses < 10;) {
      try {
        const process = await port.process(executeId)
        if (isMine()) set(withProcess(run, process, now()))
        misses = 0
      } catch (error) {
        misses += 1
        if (misses === 10) set({ ...run, phase: 'failed', error })
      }
      if (run.phase === 'running') await new Promise((resolve) => setTimeout(resolve, pollEvery))
    }
  }
  function take(event: string, data: unknown): void {
    const at = now()
    if (event === 'process' || event === 'end') set(withProcess(run, data as RunProcess, at))
    else if (event === 'node') {
      const { path, result } = data as { path: string; result: NodeResult }
      set(withNode(run, path, result, at))
    } else if (event === 'skipped') {
      const { node_id: nodeId } = data as { node_id: string }
      set({ ...run, skipped: new Set(run.skipped).add(nodeId) })
    } else if (event === 'message') {
      const { node_id: nodeId, node_title: title, text, finish } = data as Record<string, string> & { finish: boolean }
      set(withMessage(run, { nodeId: nodeId ?? '', title: title ?? '', text: text ?? '', isDone: finish }))
    }
  }
  /** The exact times, which only the trace knows. It is written a moment after the run. */
  async function complete(executeId: string, isMine: () => boolean): Promise<void> {
    for (let tries = 0; tries < 3 && isMine(); tries += 1) {
      try {
        const spans = await port.spans(executeId)
        if (!isMine()) return
        const steps = stepsOf(spans, run)
        if (steps.size > 0) return set({ ...run, steps })
      } catch {
        // The timeline stays as it was seen.
      }
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }

  return {
    current: (): RunSnapshot => run,
    pins: (): ReadonlyMap<string, string> => pins,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    test: (input: Record<string, unknown>) => begin('test', '', () => port.test(input)),
    runNode: (nodeId: string, input: Record<string, unknown>) => begin('node', nodeId, () => port.node(nodeId, input)),
    again(nodeId: string, input: Record<string, unknown> | undefined): Promise<boolean> {
      const { executeId } = run
      return begin('again', nodeId, () => port.again(executeId, nodeId, input))
    },
    async cancel(): Promise<void> {
      if (run.executeId && isLive(run.phase)) await port.cancel(run.executeId)
      if (run.phase === 'waiting') set(withProcess(run, await port.process(run.executeId), now()))
    },
    async resume(eventId: string, data: string): Promise<void> {
      const { executeId } = run
      await port.resume(executeId, eventId, data)
      set({ ...run, phase: 'running', questions: [] })
      void follow(executeId)
    },
    /** Looks at a run that was made before, or that goes on elsewhere. */
    async open(executeId: string): Promise<void> {
      leave()
      set({ ...noRun, phase: 'starting', kind: 'opened', executeId, startedAt: now() })
      try {
        const process = await port.process(executeId)
        if (run.executeId !== executeId) return
        set(withProcess(run, process, now()))
        const isMine = () => run.executeId === executeId
        if (run.phase === 'running') void follow(executeId)
        else await complete(executeId, isMine)
      } catch (error) {
        if (run.executeId === executeId) set({ ...run, phase: 'failed', error })
      }
    },
    clear(): void {
      leave()
      set(noRun)
    },
    async loadPins(): Promise<void> {
      pins = await port.pins()
      tell()
    },
    async setPin(nodeId: string, output: string): Promise<void> {
      await port.setPin(nodeId, output)
      const next = new Map(pins)
      if (output) next.set(nodeId, output)
      else next.delete(nodeId)
      pins = next
      tell()
    },
  }
}
export type RunStore = ReturnType<typeof createRunStore>
