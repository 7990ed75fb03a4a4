/**
 * Writes what comes alone at once, and what comes while a write is under way together with everything else that came meanwhile: many
 * turns at the same moment cost a few statements, one turn waits for nobody.
 */
export function createBatch<T>(write: (items: T[]) => Promise<unknown>, isRefusal: (cause: unknown) => boolean) {
  interface Waiting {
    item: T
    resolve(): void
    reject(cause: unknown): void
  }
  let waiting: Waiting[] = []
  let isBusy = false

  async function writeBatch(batch: Waiting[]) {
    try {
      await write(batch.map(({ item }) => item))
      for (const one of batch) one.resolve()
    } catch (cause) {
      // One that the database refuses must not take the others along.
      if (batch.length > 1 && isRefusal(cause)) for (const one of batch) await writeBatch([one])
      else for (const one of batch) one.reject(cause)
    }
  }
  async function run() {
    isBusy = true
    while (waiting.length) {
      const batch = waiting
      waiting = []
      await writeBatch(batch)
    }
    isBusy = false
  }
  return (item: T): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void run()
    })
}
