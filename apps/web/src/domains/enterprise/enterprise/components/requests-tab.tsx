import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Inbox, X } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import {
  applicationsQuery,
  installationsQuery,
  invitationsQuery,
  refreshEnterprise,
  useEnterprise,
} from '../enterprise.queries.ts'

interface Request {
  key: string
  kind: 'application' | 'invitation' | 'app'
  id: string
  name: string
  userId: string
  avatar: string
  note: string
  at: number
  isOpen: boolean
  status: 'Processing' | 'Approved' | 'Rejected' | 'Confirming' | 'Joined' | 'Revoked' | 'Expired'
  isOnBehalf?: boolean
}

/** One queue for applications, pending invitations, and apps that wait for a review. */
export function RequestsTab() {
  const t = useT('enterprise')
  const names = useT('shell')
  const { enterprise_id } = useEnterprise()
  const applications = useQuery(applicationsQuery(enterprise_id))
  const invitations = useQuery(invitationsQuery(enterprise_id))
  const installations = useQuery(installationsQuery(enterprise_id))
  const decide = useMutation({
    mutationFn: async ({ request, yes }: { request: Request; yes: boolean }) => {
      const options = { toast: true } as const
      if (request.kind === 'application')
        return api.enterpriseJoin.decide(
          { enterprise_id, application_status: yes ? 'Approved' : 'Rejected', join_application_id_list: [request.id] },
          options,
        )
      if (request.kind === 'invitation')
        return api.enterpriseJoin.revoke({ enterprise_id, join_invitation_id: request.id }, options)
      if (!request.isOnBehalf)
        return api.appInstallation.decide({ enterprise_id, appid: request.id, approved: yes }, options)
      return yes
        ? api.appInstallation.installOnBehalf({ enterprise_id, appid: request.id }, options)
        : api.appInstallation.uninstallOnBehalf({ enterprise_id, appid: request.id }, options)
    },
    onSuccess: () => void toast.ok(t('requests.decided')),
    onSettled: () => refreshEnterprise(enterprise_id),
  })
  const failed = applications.error ?? invitations.error ?? installations.error
  if (failed) return <FailedPage error={failed} onRetry={() => void refreshEnterprise(enterprise_id)} />
  const rows: Request[] = [
    ...(applications.data ?? []).map((item) => ({
      key: `a${item.application_id}`,
      kind: 'application' as const,
      id: item.application_id,
      name: item.applicant.nick_name,
      userId: item.applicant.user_id,
      avatar: item.applicant.avatar_url,
      note: item.remark || t(item.kind === 'member' ? 'requests.becomeMember' : 'requests.byLink'),
      at: item.create_time,
      isOpen: item.application_status === 'Processing',
      status: item.application_status,
    })),
    ...(invitations.data ?? []).map((item) => ({
      key: `i${item.join_invitation_id}`,
      kind: 'invitation' as const,
      id: item.join_invitation_id,
      name: item.invitee.nick_name,
      userId: item.invitee.user_id,
      avatar: item.invitee.avatar_url,
      note: t('requests.invitedBy', { name: item.operator?.nick_name ?? '' }),
      at: item.create_time,
      isOpen: item.invitation_status === 'Confirming',
      status: item.invitation_status,
    })),
    ...(installations.data ?? [])
      .filter((item) => item.installation_status.startsWith('pending'))
      .map((item) => ({
        key: `p${item.app_id}${item.installation_status}`,
        kind: 'app' as const,
        id: item.app_id,
        name: item.app_name,
        userId: item.app_id,
        avatar: '',
        note: item.permission_list.join(', '),
        at: 0,
        isOpen: true,
        status: 'Processing' as const,
        isOnBehalf: item.installation_status.endsWith('obo'),
      })),
  ].toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen) || b.at - a.at)
  const isPending = applications.isPending || invitations.isPending || installations.isPending
  if (!isPending && rows.length === 0)
    return <EmptyState icon={Inbox} title={t('requests.empty')} text={t('requests.emptyText')} />
  const columns: Column<Request>[] = [
    {
      id: 'who',
      head: t('requests.who'),
      cell: (row) => (
        <NameCell
          tile={<Avatar name={row.name} id={row.userId} src={row.avatar} decorative />}
          name={row.name}
          beside={<Tag tone="outline">{t(row.isOnBehalf ? 'requests.kind.obo' : `requests.kind.${row.kind}`)}</Tag>}
          note={row.note}
        />
      ),
    },
    {
      id: 'at',
      head: t('requests.at'),
      width: 150,
      hideBelow: 'md',
      cell: (row) => (row.at > 0 ? <DateTime at={row.at * 1000} className="text-mute" /> : null),
    },
    {
      id: 'act',
      head: t('people.act'),
      width: 240,
      align: 'end',
      cell: (row) =>
        row.isOpen ? (
          <span className="inline-flex items-center gap-1.5">
            {row.kind !== 'invitation' && (
              <Button size="sm" icon={Check} onClick={() => decide.mutate({ request: row, yes: true })}>
                {t('requests.approve')}
              </Button>
            )}
            <Button size="sm" kind="quiet" icon={X} onClick={() => decide.mutate({ request: row, yes: false })}>
              {t(row.kind === 'invitation' ? 'requests.revoke' : 'requests.reject')}
            </Button>
          </span>
        ) : (
          <Tag tone={row.status === 'Approved' || row.status === 'Joined' ? 'ok' : 'grey'}>
            {t(`requests.status.${row.status}`)}
          </Tag>
        ),
    },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <Table
        label={names('nav.enterprise.requests')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        rowName={(row) => row.name}
        loading={isPending ? 5 : 0}
      />
    </div>
  )
}
