/** One item that waits to be processed in a group. */
interface Waiting<I, O> {
  given: I
  done: (result: O) => void
  failed: (cause: unknown) => void
}
interface Line<I, O> {
  waiting: Waiting<I, O>[]
  isBusy: boolean
  /** When the last group was finished. */
  at: number
}

/**
 * Processes items with the same key in groups, one group after the other. Items that arrive while a group is processed,
 * or shortly afterwards, wait and form the next group. A single person who works alone never waits.
 */
export function createGathering<I, O>(work: (key: string, list: I[]) => Promise<(O | Error)[]>, gatherMs: number) {
  const lines = new Map<string, Line<I, O>>()
  async function go(key: string, line: Line<I, O>): Promise<void> {
    line.isBusy = true
    const pause = line.at + gatherMs - performance.now()
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    const group = line.waiting.splice(0)
    try {
      const results = await work(
        key,
        group.map(({ given }) => given),
      )
      for (const [at, { done, failed }] of group.entries()) {
        const result = results[at]!
        if (result instanceof Error) failed(result)
        else done(result)
      }
    } catch (cause) {
      for (const { failed } of group) failed(cause)
    }
    line.at = performance.now()
    line.isBusy = false
    if (line.waiting.length > 0) void go(key, line)
    else
      setTimeout(() => {
        if (!line.isBusy && line.waiting.length === 0 && lines.get(key) === line) lines.delete(key)
      }, gatherMs).unref()
  }
  return (key: string, given: I): Promise<O> =>
    new Promise((done, failed) => {
      const line = lines.get(key) ?? { waiting: [], isBusy: false, at: 0 }
      lines.set(key, line)
      line.waiting.push({ given, done, failed })
      if (!line.isBusy) void go(key, line)
    })
}
