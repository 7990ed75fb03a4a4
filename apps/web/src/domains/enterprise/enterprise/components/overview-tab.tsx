import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { api } from '#lib/api.ts'
import { enterprisesQuery, mayInEnterprise } from '#lib/enterprises.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { FigureGrid } from '#ui/figure-grid.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { enterpriseQuery, overviewQuery, refreshEnterprise, useEnterprise } from '../enterprise.queries.ts'
import { AppsSection } from './apps-section.tsx'
import { DutyBanner } from './duty-banner.tsx'
import { SharedSection } from './shared-section.tsx'
import { useEnterpriseRoleName } from '../use-role-names.ts'

export function OverviewTab() {
  const t = useT('enterprise')
  const roleName = useEnterpriseRoleName()
  const enterprise = useEnterprise()
  const id = enterprise.enterprise_id
  const navigate = useNavigate()
  const isMember = mayInEnterprise(enterprise, 'directory')
  const isAdmin = mayInEnterprise(enterprise, 'managePeople')
  const self = useQuery(enterpriseQuery(id))
  const { data: figures } = useQuery({ ...overviewQuery(id), enabled: isMember })
  const apply = useMutation({
    mutationFn: () => api.enterpriseJoin.applyAsMember({ enterprise_id: id }, { toast: true }),
    onSuccess: () => void toast.ok(t('overview.applied')),
    onSettled: () => refreshEnterprise(id),
  })
  const leave = () =>
    confirm({
      title: t('leave.title', { name: enterprise.name }),
      text: t('leave.text'),
      action: t('leave.action'),
      danger: true,
      onConfirm: async () => {
        await api.enterprisePeople.leave({ enterprise_id: id })
        await queryClient.invalidateQueries({ queryKey: enterprisesQuery.queryKey })
        await navigate({ to: '/space' })
      },
    })
  const number = (value: number | undefined) => (value === undefined ? '–' : String(value))
  return (
    <SettingsPage>
      <DutyBanner />
      {isMember && (
        <FigureGrid
          figures={[
            {
              label: t('overview.members'),
              value: number(figures?.members),
              note: t('overview.suspended', { count: figures?.suspended ?? 0 }),
            },
            {
              label: t('overview.guests'),
              value: number(figures?.guests),
              note: t('overview.invited', { count: figures?.invitations ?? 0 }),
            },
            { label: t('overview.spaces'), value: number(figures?.spaces), note: '' },
            { label: t('overview.groups'), value: number(figures?.groups), note: '' },
            {
              label: t('overview.apps'),
              value: number(figures?.apps),
              note: t('overview.identities', { count: figures?.service_identities ?? 0 }),
            },
            { label: t('overview.requests'), value: number(figures?.open_requests), note: '' },
          ]}
        />
      )}
      {isAdmin && (figures?.open_requests ?? 0) > 0 && (
        <Link
          to="/enterprise/$enterprise_id/$"
          params={{ enterprise_id: id, _splat: 'requests' }}
          className={buttonStyle('plain', 'md', 'self-start')}
        >
          {t('overview.toRequests')}
        </Link>
      )}
      <SettingsSection title={t('overview.you')} text={t('overview.youText')}>
        <div className="flex flex-wrap items-center gap-2">
          {enterprise.enterprise_role_type_list.map((role) => (
            <Tag key={role} tone="brand">
              {roleName(role)}
            </Tag>
          ))}
          <span className="flex-1" />
          {enterprise.enterprise_role_type_list.includes('Guest') && (
            <Button busy={apply.isPending} onClick={() => apply.mutate()}>
              {t('overview.become')}
            </Button>
          )}
          <Button kind="quiet" icon={LogOut} onClick={() => void leave()}>
            {t('leave.open')}
          </Button>
        </div>
      </SettingsSection>
      <SharedSection enterpriseId={id} />
      {isMember && <AppsSection enterpriseId={id} />}
      <SettingsSection title={t('overview.superAdmins')} text={t('overview.superAdminsText')}>
        <ul className="flex flex-col gap-1">
          {self.data?.super_admin_list.map((user) => (
            <li key={user.user_id}>
              {user.nick_name} <span className="text-mute">@{user.name}</span>
            </li>
          ))}
        </ul>
      </SettingsSection>
    </SettingsPage>
  )
}
