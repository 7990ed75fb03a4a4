const DEADLOCK = '40P01'
const TRIES = 5

/** A transaction that the database ended because it and another one waited for each other is undone whole: it can be run again. */
export async function afterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1)
    try {
      return await transaction()
    } catch (cause) {
      if (left === 0 || !isDeadlock(cause)) throw cause
    }
}

/** The query builder wraps what the database said. */
function isDeadlock(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  return (cause as { code?: string }).code === DEADLOCK || isDeadlock(cause.cause)
}
