import { isAbort } from '#lib/network-error.ts'
import { readStream } from '#lib/sse.ts'
import type { Store } from '#lib/store.ts'
import { type RunSnapshot, withEvent, withProcess } from './run-model.ts'
import type { RunPort } from './run-port.ts'
import { stepsOf } from './trace-steps.ts'

const traceTries = 3
const traceWait = 300
/** With these limits, polling survives a restart of the server, which takes less than half a minute. */
const maxMisses = 10
const maxPause = 8

interface RunFollowerDeps {
  port: RunPort
  store: Store<RunSnapshot>
  now: () => number
  pollEvery: number
}

/** Updates the snapshot of a run until it ends, from its event stream or by polling. */
export function createRunFollower({ port, store, now, pollEvery }: RunFollowerDeps) {
  const { current, set } = store
  let active: AbortController | undefined

  async function follow(executeId: string): Promise<void> {
    const controller = new AbortController()
    active = controller
    const isCurrent = () => active === controller && current().executeId === executeId
    let last = ''
    for (let misses = 0; isCurrent() && misses < maxMisses;) {
      try {
        for await (const { event, id, data } of readStream(() => port.events(executeId, controller.signal, last))) {
          if (!isCurrent()) return
          if (id) last = id
          set(withEvent(current(), event, data, now()))
        }
      } catch (error) {
        if (isAbort(error)) return
      }
      // After a broken stream, polls once and reconnects after the last event; without a stream, polling continues.
      if (!isCurrent() || current().phase !== 'running') break
      misses = (await poll(executeId, isCurrent, misses + 1 === maxMisses)) ? 0 : misses + 1
      if (current().phase === 'running') await wait(pollEvery * Math.min(2 ** misses, maxPause))
    }
    if (isCurrent()) await loadTimes(executeId, isCurrent)
  }
  async function poll(executeId: string, isCurrent: () => boolean, isLast: boolean): Promise<boolean> {
    try {
      const process = await port.process(executeId)
      if (isCurrent()) set(withProcess(current(), process, now()))
      return true
    } catch (error) {
      if (isLast && isCurrent()) set({ ...current(), phase: 'failed', error })
      return false
    }
  }
  /** Loads exact times from the trace, which is written shortly after the run. */
  async function loadTimes(executeId: string, isCurrent: () => boolean): Promise<void> {
    for (let tries = 0; tries < traceTries && isCurrent(); tries += 1) {
      try {
        const spans = await port.spans(executeId)
        if (!isCurrent()) return
        const steps = stepsOf(spans, current())
        if (steps.size > 0) return set({ ...current(), steps })
      } catch {
        // Without a trace, the timeline shows the times at which the events arrived.
      }
      await wait(traceWait)
    }
  }
  return {
    follow,
    loadTimes,
    leave(): void {
      active?.abort()
      active = undefined
    },
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
