import type { Member } from '@orrery/contract'

export interface Failure {
  member: Member
  error: unknown
}

/** Makes a call for each member in sequence, since each may be refused on its own. Failures contain the member. */
export async function forEachMember(
  members: readonly Member[],
  act: (member: Member) => Promise<unknown>,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const member of members) {
    try {
      await act(member)
    } catch (error) {
      failures.push({ member, error })
    }
  }
  return failures
}
