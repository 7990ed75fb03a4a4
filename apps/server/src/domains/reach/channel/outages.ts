/** This many failed sends in a row mean an outage of the platform, not a problem with one message. */
const OUTAGE_FAILURES = 3

/** Detects when a platform is back, so that messages do not wait for hours after a short outage. Per process. */
export function createOutages() {
  const failures = new Map<string, number>()
  return {
    failed: (accountId: string) => void failures.set(accountId, (failures.get(accountId) ?? 0) + 1),
    /** Returns true for the first success after an outage. */
    answered(accountId: string): boolean {
      const count = failures.get(accountId) ?? 0
      failures.delete(accountId)
      return count >= OUTAGE_FAILURES
    },
  }
}
export type Outages = ReturnType<typeof createOutages>
