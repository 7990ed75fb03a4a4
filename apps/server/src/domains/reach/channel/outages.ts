/** So many sends in a row that failed are an outage of the platform, and not of one message. */
const MANY = 3

/** Knows when a platform is back, so that nobody waits for hours because it was away for a minute. In the process that sends. */
export function createOutages() {
  const failures = new Map<string, number>()
  return {
    failed: (accountId: string) => void failures.set(accountId, (failures.get(accountId) ?? 0) + 1),
    /** True when this was the first answer after an outage. */
    answered(accountId: string): boolean {
      const count = failures.get(accountId) ?? 0
      failures.delete(accountId)
      return count >= MANY
    },
  }
}
export type Outages = ReturnType<typeof createOutages>
