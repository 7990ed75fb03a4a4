import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { type Outcome, type Pass, MAX_SAME_FAULTS, waitBefore, WRITE_EVERY_MS } from './pass.ts'
import { createWindow } from './window.ts'

interface PassTools {
  clock: Clock
  /** Waits, and returns early when the signal is aborted. For tests. */
  pause?(ms: number, signal: AbortSignal): Promise<unknown>
}
const textOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** Processes a pass. Written results stay, and another run does the rest. */
export async function runPass<Item, Result>(pass: Pass<Item, Result>, tools: PassTools): Promise<Outcome> {
  const { clock, pause = (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}) } = tools
  const window = createWindow(pass.window, clock)
  const ending = new AbortController()
  const { signal } = ending
  const running = new Set<Promise<void>>()
  let results: Result[] = []
  const ended: { as?: Outcome } = {}
  let lastFault = { text: '', count: 0 }

  const end = (how: Outcome) => {
    ended.as ??= how
    ending.abort()
  }
  async function writeNow() {
    const batch = results
    results = []
    if (batch.length && !(await pass.write(batch))) end({ end: 'lost' })
  }
  /** Writes one batch after the other, in the order of the results: a pass may continue from the last one. */
  let writing = Promise.resolve()
  const write = () => (writing = writing.then(writeNow))
  /** Counts consecutive final faults. */
  function noteFault(cause: unknown) {
    const text = textOf(cause)
    lastFault = { text, count: lastFault.text === text ? lastFault.count + 1 : 1 }
    if (lastFault.count >= MAX_SAME_FAULTS) end({ end: 'stopped', cause })
  }
  async function processItem(item: Item) {
    for (let attempt = 0; !signal.aborted; attempt += 1)
      try {
        // Awaited before `results` is accessed: in the meantime, the list may be replaced and written.
        const result = await pass.work(item, signal)
        results.push(result)
        lastFault = { text: '', count: 0 }
        return
      } catch (cause) {
        // An aborted item has no result, so it is processed again.
        if (signal.aborted) return
        const fault = pass.faultOf(cause)
        if (fault === 'throttled') window.slowDown()
        if (fault === 'final' || attempt >= pass.retries) {
          results.push(pass.failed(item, cause))
          if (fault === 'final') noteFault(cause)
          return
        }
        await pause(waitBefore(attempt), signal)
      }
  }
  /** Writes accumulated results and checks for cancellation while items are processed. */
  async function writePeriodically() {
    while (!signal.aborted) {
      if (await pass.isCancelled()) end({ end: 'cancelled' })
      await write()
      if (!signal.aborted) await wait(WRITE_EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }
  let gaveWay = false
  async function processItems() {
    while (!signal.aborted) {
      gaveWay = (await pass.givesWay?.()) ?? false
      if (gaveWay) break
      if (results.length >= (pass.ahead ?? Infinity)) {
        // Otherwise, unwritten results could fill the memory. If this write fails, so does the next one.
        await writing
        write().catch(() => {})
      }
      const room = window.size() - running.size
      const items = room > 0 ? await pass.next(room) : []
      if (room > 0 && !items.length && !running.size) return
      for (const item of items) {
        const one: Promise<void> = processItem(item).finally(() => running.delete(one))
        running.add(one)
      }
      if (running.size) await Promise.race(running)
      // Items that finish in the same event loop turn free their room together: then the next ones are fetched at once.
      await turn()
    }
    await Promise.all(running)
  }

  // When either part ends, the other ends too, also after a failure.
  const parts = await Promise.allSettled(
    [processItems, writePeriodically].map((part) => part().finally(() => ending.abort())),
  )
  await Promise.allSettled(running)
  for (const part of parts) if (part.status === 'rejected') throw part.reason
  if (ended.as?.end !== 'lost') await write()
  return ended.as ?? { end: gaveWay ? 'gave way' : 'done' }
}
