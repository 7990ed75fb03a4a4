import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type MembersAddress, readMembersAddress, writeMembersAddress } from './members-address.ts'

export function useMembersAddress(): [MembersAddress, (change: Partial<MembersAddress>) => void] {
  const navigate = useNavigate()
  const query = useLocation({ select: (location) => location.search as Record<string, unknown> })
  const change = useCallback(
    (next: Partial<MembersAddress>) =>
      void navigate({
        to: '.',
        // Another tab is another place to come back to; a filter is not.
        replace: next.tab === undefined,
        search: ((before: Record<string, unknown>) =>
          writeMembersAddress({ ...readMembersAddress(before), ...next })) as never,
      }),
    [navigate],
  )
  return [readMembersAddress(query), change]
}
