import { useQuery } from '@tanstack/react-query'
import { AppWindow, Check, Trash2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { installationsQuery, refreshEnterprise, useEnterprise } from '../enterprise.queries.ts'

type Installation = Awaited<ReturnType<typeof api.appInstallation.list>>['installations'][number]

/** Apps of the enterprise, which act as themselves or on behalf of people. */
export function AppsTab() {
  const t = useT('enterprise')
  const names = useT('shell')
  const { enterprise_id } = useEnterprise()
  const query = useQuery(installationsQuery(enterprise_id))
  const apps = query.data ?? []
  const isOnBehalf = (app: Installation) => app.installation_status.endsWith('obo')
  const isPending = (app: Installation) => app.installation_status.startsWith('pending')
  const decide = async (app: Installation, approved: boolean) => {
    const what = { enterprise_id, appid: app.app_id }
    if (!isOnBehalf(app)) await api.appInstallation.decide({ ...what, approved })
    else if (approved) await api.appInstallation.installOnBehalf(what)
    else await api.appInstallation.uninstallOnBehalf(what)
    await refreshEnterprise(enterprise_id)
    toast.ok(t(approved ? 'apps.installed' : 'apps.removed', { name: app.app_name }))
  }
  const ask = (app: Installation, approved: boolean) =>
    confirm({
      title: t(approved ? 'apps.installTitle' : 'apps.removeTitle', { name: app.app_name }),
      text: approved
        ? t(isOnBehalf(app) ? 'apps.installOnBehalfText' : 'apps.installText', { list: app.permission_list.join(', ') })
        : t('apps.removeText'),
      action: t(approved ? 'requests.approve' : 'apps.remove'),
      danger: !approved,
      onConfirm: () => decide(app, approved),
    })
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  if (query.isSuccess && apps.length === 0)
    return <EmptyState icon={AppWindow} title={t('apps.empty')} text={t('apps.emptyText')} />
  const columns: Column<Installation>[] = [
    {
      id: 'app',
      head: t('apps.app'),
      cell: (app) => (
        <NameCell
          name={app.app_name}
          beside={<Tag tone="outline">{t(isOnBehalf(app) ? 'apps.onBehalf' : 'apps.asItself')}</Tag>}
          note={t('apps.by', { name: app.app_owner.name, list: app.permission_list.join(', ') })}
        />
      ),
    },
    {
      id: 'status',
      head: t('apps.status'),
      width: 130,
      cell: (app) => (
        <Tag tone={isPending(app) ? 'warn' : 'ok'}>{t(isPending(app) ? 'apps.pending' : 'apps.approved')}</Tag>
      ),
    },
    {
      id: 'act',
      head: t('people.act'),
      hideHead: true,
      width: 220,
      align: 'end',
      cell: (app) => (
        <span className="inline-flex items-center gap-1.5">
          {isPending(app) && (
            <Button size="sm" icon={Check} onClick={() => void ask(app, true)}>
              {t('requests.approve')}
            </Button>
          )}
          <Button size="sm" kind="quiet" icon={Trash2} onClick={() => void ask(app, false)}>
            {t(isPending(app) ? 'requests.reject' : 'apps.remove')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <Table
        label={names('nav.enterprise.apps')}
        columns={columns}
        rows={apps}
        rowKey={(app) => app.app_id + app.installation_status}
        rowName={(app) => app.app_name}
        loading={query.isPending ? 4 : 0}
      />
    </div>
  )
}
