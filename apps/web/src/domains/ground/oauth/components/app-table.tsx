import { AppWindow, Copy, Ellipsis, Pencil, Power, Trash2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useNarrow } from '#lib/viewport.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { copyText } from '#ui/copy-button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { type OauthApp, refreshApps } from '../oauth.queries.ts'

interface AppTableProps {
  apps: readonly OauthApp[]
  loading: boolean
  onEdit: (app: OauthApp) => void
}

export function AppTable({ apps, loading, onEdit }: AppTableProps) {
  const t = useT('oauth')
  const isNarrow = useNarrow()
  const remove = ({ appid, name }: OauthApp) =>
    confirm({
      title: t('app.deleteTitle', { name }),
      text: t('app.deleteText'),
      action: t('app.deleteAction', { name }),
      danger: true,
      onConfirm: async () => {
        await api.oauth.deleteApp({ appid })
        await refreshApps()
        toast.ok(t('app.deleted', { name }))
      },
    })
  const turn = async (app: OauthApp) => {
    await api.oauth.updateApp(
      { appid: app.appid, status: app.status === 'Active' ? 'Deactive' : 'Active' },
      { toast: true },
    )
    await refreshApps()
  }
  const columns: Column<OauthApp>[] = [
    {
      id: 'name',
      head: t('app.name'),
      cell: (app) => (
        <NameCell
          tile={<Icon of={AppWindow} className="shrink-0 text-mute" />}
          name={app.name}
          note={app.description}
          beside={app.status === 'Deactive' && <Tag>{t('app.off')}</Tag>}
        />
      ),
    },
    ...(isNarrow
      ? []
      : [
          { id: 'kind', head: t('app.kind'), width: 260, cell: (app: OauthApp) => t(`app.kind.${app.client_type}`) },
          {
            id: 'created',
            head: t('app.createdAt'),
            width: 152,
            cell: (app: OauthApp) => <DateTime at={fromSeconds(app.created_at)} className="text-mute" />,
          },
        ]),
    {
      id: 'menu',
      head: t('app.menuOf', { name: '' }),
      hideHead: true,
      width: 60,
      align: 'end',
      cell: (app) => (
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('app.menuOf', { name: app.name })} />}>
          <MenuItem icon={Pencil} onClick={() => onEdit(app)}>
            {t('app.edit')}
          </MenuItem>
          <MenuItem icon={Copy} onClick={() => void copyText(app.client_id)}>
            {t('app.copyClient')}
          </MenuItem>
          <MenuItem icon={Power} onClick={() => void turn(app)}>
            {app.status === 'Active' ? t('app.deactivate') : t('app.activate')}
          </MenuItem>
          <MenuLine />
          <MenuItem icon={Trash2} danger onClick={() => void remove(app)}>
            {t('app.delete')}
          </MenuItem>
        </Menu>
      ),
    },
  ]
  return (
    <Table
      label={t('list.apps')}
      columns={columns}
      rows={apps}
      rowKey={(app) => app.appid}
      rowName={(app) => app.name}
      onOpen={onEdit}
      loading={loading ? 3 : 0}
    />
  )
}
