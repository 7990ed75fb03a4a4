import os from 'node:os'
import { createHelper } from './helper.ts'

/** Each takes 170 MB; more than there are cores would only wait for each other. */
const MOST = Math.min(2, os.availableParallelism())

/** Processes that hear. There is one, and another one while several people talk at once. */
export function createListeners() {
  let talking = 0
  const all = Array.from({ length: MOST }, (_, at) =>
    createHelper('listener-child.ts', { isAwaited: () => talking > at }),
  )
  /** Loading takes longer than hearing a sentence: it happens while the first one is being spoken. */
  async function load() {
    const cold = all.slice(0, talking).filter(({ isRunning }) => !isRunning)
    await Promise.all(cold.map(async (helper) => helper.ask('prepare', {}).next()))
  }
  return {
    /** The one with the least to do. One that is not there yet would first have to load. */
    next() {
      const [first, ...others] = all
      return others.reduce((best, other) => (other.isRunning && other.load < best.load ? other : best), first!)
    },
    /** Somebody is going to speak, until the signal ends. */
    attend(signal: AbortSignal) {
      if (signal.aborted) return
      talking += 1
      signal.addEventListener('abort', () => (talking -= 1), { once: true })
      // One that cannot load says so when it is asked for words.
      void load().catch(() => {})
    },
    /** What each that is there has to do. */
    loads: () => all.filter(({ isRunning }) => isRunning).map(({ load }) => load),
    close() {
      for (const helper of all) helper.close()
    },
  }
}
