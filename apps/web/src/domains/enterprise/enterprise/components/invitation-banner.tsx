import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { enterprisesQuery } from '#lib/enterprises.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'

const waitingQuery = {
  queryKey: ['enterprise-invitations'],
  staleTime: 60_000,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.enterpriseJoin.waiting({}, { signal })).invitations,
}

/** Pending invitations of the user, in the menu of spaces. */
export function InvitationBanner() {
  const t = useT('enterprise')
  const { data: invitations = [] } = useQuery(waitingQuery)
  const answer = useMutation({
    mutationFn: ({ id, enterprise_id, joined }: { id: string; enterprise_id: string; joined: boolean }) =>
      api.enterpriseJoin.answer({ enterprise_id, join_invitation_id: id, joined }, { toast: true }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: waitingQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: enterprisesQuery.queryKey })
    },
  })
  return invitations.map(({ join_invitation_id: id, enterprise_id, name }) => (
    <div key={id} className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
      <span className="min-w-0 flex-1 text-small wrap-anywhere">{t('invited.text', { name })}</span>
      <Button size="sm" kind="solid" onClick={() => answer.mutate({ id, enterprise_id, joined: true })}>
        {t('invited.accept')}
      </Button>
      <Button size="sm" kind="quiet" onClick={() => answer.mutate({ id, enterprise_id, joined: false })}>
        {t('invited.decline')}
      </Button>
    </div>
  ))
}
