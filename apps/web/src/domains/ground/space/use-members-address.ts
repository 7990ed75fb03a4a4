import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type MembersAddress, readMembersAddress, writeMembersAddress } from './members-address.ts'

export function useMembersAddress(): [MembersAddress, (change: Partial<MembersAddress>) => void] {
  const search = useSearch({ from: '/signed/space/$space_id/members' })
  const navigate = useNavigate({ from: '/space/$space_id/members' })
  const change = useCallback(
    (next: Partial<MembersAddress>) =>
      void navigate({
        // A change of the tab gets a history entry; a change of a filter does not.
        replace: next.tab === undefined,
        search: (before) => writeMembersAddress({ ...readMembersAddress(before), ...next }),
      }),
    [navigate],
  )
  return [readMembersAddress(search), change]
}
