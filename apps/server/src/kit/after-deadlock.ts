const DEADLOCK = '40P01'
const TRIES = 5

/**
 * Retries a transaction that the database aborted because of a deadlock: such a transaction is rolled back completely.
 */
export async function afterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1)
    try {
      return await transaction()
    } catch (cause) {
      if (left === 0 || !isDeadlock(cause)) throw cause
    }
}

/** The query builder wraps the error of the database, so the causes are searched. */
function isDeadlock(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  return (cause as { code?: string }).code === DEADLOCK || isDeadlock(cause.cause)
}
