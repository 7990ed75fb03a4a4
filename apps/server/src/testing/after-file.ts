type Cleanup = () => unknown

const cleanups: Cleanup[] = []

/**
 * Ends what a helper opened, after the last test of the file and in reverse order. Helpers are called inside hooks, where
 * Vitest takes an `afterAll` without ever running it.
 */
export const afterFile = (cleanup: Cleanup): void => void cleanups.push(cleanup)

/** Every cleanup runs, also after one that fails; the first failure is reported. */
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
