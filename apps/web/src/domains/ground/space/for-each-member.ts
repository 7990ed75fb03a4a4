import type { Member } from '@orrery/contract'

export interface Failure {
  member: Member
  error: unknown
}

/** Sequentially, since each may be refused on its own; names the member in errors. */
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
