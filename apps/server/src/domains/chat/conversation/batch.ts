/**
 * Asks for what comes alone at once, and for what comes while a question is under way together with everything else that came
 * meanwhile: many turns at the same moment cost a few statements, one turn waits for nobody. `run` answers in the order of its items.
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
      // One that the database refuses must not take the others along.
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
