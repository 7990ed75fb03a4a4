import os from 'node:os'
import { createHelper } from './helper.ts'

/** Each takes 170 MB; more than one per core would only slow each other down. */
const MOST = Math.min(2, os.availableParallelism())

/** Processes that transcribe: one, and a second while several people talk at once. */
export function createListeners() {
  let talking = 0
  const all = Array.from({ length: MOST }, (_, at) =>
    createHelper('listener-child.ts', { isAwaited: () => talking > at }),
  )
  /** Loading takes longer than transcribing a sentence, so it happens while the first sentence is spoken. */
  async function load() {
    const cold = all.slice(0, talking).filter(({ isRunning }) => !isRunning)
    await Promise.all(cold.map(async (helper) => helper.ask('prepare', {}).next()))
  }
  return {
    /** The process with the fewest tasks. A process that is not running would first have to load. */
    next() {
      const [first, ...others] = all
      return others.reduce((best, other) => (other.isRunning && other.load < best.load ? other : best), first!)
    },
    /** Announces a speaker until the signal is aborted. */
    attend(signal: AbortSignal) {
      if (signal.aborted) return
      talking += 1
      signal.addEventListener('abort', () => (talking -= 1), { once: true })
      // A process that cannot load reports it when it is asked to transcribe.
      void load().catch(() => {})
    },
    /** Number of tasks of each running process. */
    loads: () => all.filter(({ isRunning }) => isRunning).map(({ load }) => load),
    close() {
      for (const helper of all) helper.close()
    },
  }
}
