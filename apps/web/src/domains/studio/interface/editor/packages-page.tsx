import { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Package, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import type { Column } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { spacePackagesQuery } from '../interface.queries.ts'
import { PackageUpload } from './package-upload.tsx'

type Row = Awaited<ReturnType<typeof api.componentPackage.ofSpace>>['list'][number]

/** The component packages of a space with all versions. */
export function PackagesPage() {
  const t = useT('interface')
  const space = useSpace()
  const mayEdit = mayInSpace(space, 'createResource')
  const query = useInfiniteQuery(spacePackagesQuery(space.id))
  const rows = query.data?.pages.flatMap(({ list }) => list) ?? []
  const [isUploading, setUploading] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: spacePackagesQuery(space.id).queryKey })
  const drop = ({ component_info: { pkgName: name, version } }: Row) =>
    confirm({
      title: t('packages.delete.title', { name, version }),
      text: t('packages.delete.text'),
      action: t('packages.delete'),
      danger: true,
      onConfirm: async () => {
        await api.componentPackage.drop({ space_id: space.id, name, version_name: version })
        await refresh()
      },
    })
  const columns: Column<Row>[] = [
    {
      id: 'name',
      head: t('packages.name'),
      cell: ({ component_info: { metaInfo, pkgName } }) => (
        <span className="min-w-0">
          <span className="block truncate font-medium">{metaInfo.title}</span>
          <span className="block truncate text-small text-mute">{metaInfo.description || pkgName}</span>
        </span>
      ),
    },
    {
      id: 'version',
      head: t('packages.version'),
      width: 200,
      cell: ({ component_info: { version, isLatest, channel } }) => (
        <span className="flex items-center gap-2">
          {version} {isLatest && <Tag tone="ok">{t('packages.latest')}</Tag>}
          {channel === InterfaceChannel.client && <Tag>{t('channel.phone')}</Tag>}
        </span>
      ),
    },
    {
      id: 'components',
      head: t('packages.components'),
      hideBelow: 'md',
      cell: ({ component_info: { metaInfo } }) => (
        <span className="block truncate text-mute">{metaInfo.contains.map(({ title }) => title).join(', ')}</span>
      ),
    },
    {
      id: 'by',
      head: t('packages.by'),
      width: 220,
      hideBelow: 'md',
      cell: ({ user_info: { user_name, create_time } }) => (
        <span className="flex min-w-0 gap-2 text-mute">
          <span className="truncate">{user_name}</span>
          <DateTime at={create_time * 1000} />
        </span>
      ),
    },
  ]
  const upload = mayEdit && (
    <Button kind="solid" icon={Upload} onClick={() => setUploading(true)}>
      {t('packages.upload')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar title={t('packages')} note={t('packages.text')} actions={rows.length > 0 && upload} />
      <PagedTable
        query={query}
        label={t('packages')}
        failed={t('packages.failed')}
        columns={columns}
        rows={rows}
        rowKey={({ component_info }) => component_info.id}
        rowName={({ component_info: { pkgName, version } }) => `${pkgName} ${version}`}
        actions={(row) =>
          mayEdit ? (
            <IconButton size="sm" icon={Trash2} label={t('packages.delete')} onClick={() => void drop(row)} />
          ) : null
        }
        empty={
          <EmptyState
            icon={Package}
            title={t('packages.empty')}
            text={t('packages.emptyText')}
            action={upload || null}
          />
        }
      />
      {isUploading && (
        <Dialog open size="md" title={t('packages.upload')} onOpenChange={(isOpen) => !isOpen && setUploading(false)}>
          <PackageUpload
            onUploaded={async () => {
              await refresh()
              setUploading(false)
            }}
          />
        </Dialog>
      )}
    </div>
  )
}
