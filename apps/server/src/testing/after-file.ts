type Cleanup = () => unknown

const cleanups: Cleanup[] = []

/**
 * Registers a cleanup that runs after the last test of the file, in reverse order. Helpers are called inside hooks,
 * where Vitest accepts an `afterAll` but never runs it.
 */
export const afterFile = (cleanup: Cleanup): void => void cleanups.push(cleanup)

/** Runs every cleanup, even after a failure. The first failure is reported. */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = []
  while (cleanups.length)
    try {
      await cleanups.pop()!()
    } catch (cause) {
      failures.push(cause)
    }
  if (failures.length) throw failures[0]
}
