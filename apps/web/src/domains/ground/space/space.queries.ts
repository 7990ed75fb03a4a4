import type { Member } from '@orrery/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { spacesQuery } from '#lib/spaces.ts'

const membersAtOnce = 200

type MembersAnswer = Awaited<ReturnType<typeof api.space.members>>

/** All members: a space has at most some thousand, and sorting and selecting need all of them. */
export const membersQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'members'],
    queryFn: async ({ signal }): Promise<MembersAnswer> => {
      const read = (page: number) => api.space.members({ space_id: spaceId, page, size: membersAtOnce }, { signal })
      const first = await read(1)
      const all: Member[] = [...first.member_info_list]
      for (let page = 2; all.length < first.total; page += 1) {
        const next = await read(page)
        if (next.member_info_list.length === 0) break
        all.push(...next.member_info_list)
      }
      return { ...first, member_info_list: all }
    },
  })

/** The existing link; this does not turn it on. */
export const inviteQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'invite'],
    queryFn: ({ signal }) =>
      api.space.inviteLink({ space_id: spaceId, team_invite_link_status: false, func: 1 }, { signal }),
  })

export const mailInvitationsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId, 'mail-invitations'],
    queryFn: async ({ signal }) => (await api.space.mailInvitations({ space_id: spaceId }, { signal })).invitations,
  })
export type MailInvitation = Awaited<ReturnType<typeof api.space.mailInvitations>>['invitations'][number]

/** Called after changes to the members, the name or the user's rights of a space. */
export async function refreshSpace(spaceId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['space', spaceId] }),
    queryClient.invalidateQueries({ queryKey: spacesQuery.queryKey }),
  ])
}
