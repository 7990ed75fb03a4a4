/** One item that waits to be processed in a group. */
interface WaitingItem<I, O> {
  given: I
  done: (result: O) => void
  failed: (cause: unknown) => void
}
interface GroupQueue<I, O> {
  waiting: WaitingItem<I, O>[]
  isBusy: boolean
  /** When the last group was finished. */
  at: number
}

/**
 * Processes items with the same key in groups, one group after the other. Items that arrive while a group is processed,
 * or shortly afterwards, wait and form the next group. A single person who works alone never waits.
 */
export function createGathering<I, O>(work: (key: string, list: I[]) => Promise<(O | Error)[]>, gatherMs: number) {
  const queues = new Map<string, GroupQueue<I, O>>()
  async function processGroup(key: string, queue: GroupQueue<I, O>): Promise<void> {
    queue.isBusy = true
    const pause = queue.at + gatherMs - performance.now()
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    const group = queue.waiting.splice(0)
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
    queue.at = performance.now()
    queue.isBusy = false
    if (queue.waiting.length > 0) void processGroup(key, queue)
    else
      setTimeout(() => {
        if (!queue.isBusy && queue.waiting.length === 0 && queues.get(key) === queue) queues.delete(key)
      }, gatherMs).unref()
  }
  return (key: string, given: I): Promise<O> =>
    new Promise((done, failed) => {
      const queue = queues.get(key) ?? { waiting: [], isBusy: false, at: 0 }
      queues.set(key, queue)
      queue.waiting.push({ given, done, failed })
      if (!queue.isBusy) void processGroup(key, queue)
    })
}
