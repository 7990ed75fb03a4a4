import { isRefusal } from './db.ts'
import type { Log } from './log.ts'

export interface TallyDeps<Line> {
  log: Log
  /** Subject of the log message when a batch cannot be written. */
  name: string
  /** Merges two lines with the same key. */
  merge(known: Line, more: Line): Line
  write(lines: Line[]): Promise<unknown>
}
const FLUSH_MS = 1000

/** Counters that no request waits for: summed in memory, and written once a second and before the process ends. */
export function createTally<Line>({ log, name, merge, write }: TallyDeps<Line>) {
  let waiting = new Map<string, Line>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function add(key: string, line: Line) {
    const known = waiting.get(key)
    waiting.set(key, known === undefined ? line : merge(known, line))
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
  }
  async function writeAll() {
    clearTimeout(timer)
    timer = undefined
    if (!waiting.size) return
    const batch = waiting
    waiting = new Map()
    try {
      await write([...batch.values()])
    } catch (cause) {
      log.error({ err: cause, lines: batch.size }, `${name} could not be written`)
      // Rows that the database rejects are dropped; everything else is retried with the next batch.
      if (!isRefusal(cause)) for (const [key, line] of batch) add(key, line)
    }
  }
  function flush(): Promise<void> {
    writing = writing.then(writeAll)
    return writing
  }
  return { add, flush }
}
