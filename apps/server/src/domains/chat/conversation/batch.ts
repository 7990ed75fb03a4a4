/**
 * Batches concurrent requests: a lone request runs at once, and requests that arrive while one is running are run
 * together. Many turns at the same moment need few statements, and a single turn never waits. `run` must return results
 * in the order of its items.
 */
export function createBatch<T, R>(run: (items: T[]) => Promise<readonly R[]>, isRefusal: (cause: unknown) => boolean) {
  interface Waiting {
    item: T
    resolve(result: R): void
    reject(cause: unknown): void
  }
  let waiting: Waiting[] = []
  let isBusy = false

  async function runBatch(batch: Waiting[]) {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [at, item] of batch.entries()) item.resolve(results[at]!)
    } catch (cause) {
      // An item that the database refuses must not fail the others.
      if (batch.length > 1 && isRefusal(cause)) for (const found of batch) await runBatch([found])
      else for (const found of batch) found.reject(cause)
    }
  }
  async function runAll() {
    isBusy = true
    while (waiting.length) {
      const batch = waiting
      waiting = []
      await runBatch(batch)
    }
    isBusy = false
  }
  return (item: T): Promise<R> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void runAll()
    })
}
