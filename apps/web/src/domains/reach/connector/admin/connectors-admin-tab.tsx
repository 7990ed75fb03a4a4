import { useMutation, useQuery } from '@tanstack/react-query'
import { Cable } from 'lucide-react'
import { api } from '#lib/api.ts'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { allConnectorsQuery, type AnyConnector, refreshConnectors } from '../connector.queries.ts'

const forEveryone = 2

/** Channels that people of this instance have built, and who may install them. */
export function ConnectorsAdminTab() {
  const t = useT('connector')
  const query = useQuery(allConnectorsQuery)
  const offer = useMutation({
    mutationFn: ({ id, isPublic }: { id: string; isPublic: boolean }) =>
      api.connector.setPublic({ id, is_public: isPublic }, { toast: true }),
    onSettled: refreshConnectors,
  })
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const rows = query.data ?? []
  const columns: Column<AnyConnector>[] = [
    {
      id: 'name',
      head: t('name'),
      cell: (row) => (
        <span data-user-text className="min-w-0">
          <span className="block truncate font-medium">{row.name}</span>
          <span className="block truncate text-small text-mute">{row.desc || row.callback_url}</span>
        </span>
      ),
    },
    {
      id: 'maker',
      head: t('admin.maker'),
      width: 150,
      hideBelow: 'sm',
      cell: (row) => (
        <span data-user-text className="truncate">
          {row.user_name}
        </span>
      ),
    },
    { id: 'spaces', head: t('admin.spaces'), width: 90, hideBelow: 'sm', cell: (row) => row.space_count },
    {
      id: 'created',
      head: t('admin.created'),
      width: 140,
      hideBelow: 'wide',
      cell: (row) => <DateTime at={fromSeconds(row.create_time)} className="text-mute" />,
    },
    {
      id: 'public',
      head: t('admin.public'),
      width: 150,
      cell: (row) => (
        <Switch
          label={t('admin.publicOf', { name: row.name })}
          checked={row.public_type === forEveryone}
          disabled={offer.isPending}
          onChange={(isPublic) => offer.mutate({ id: row.id, isPublic })}
        />
      ),
    },
  ]
  return (
    <>
      <p className="shrink-0 px-5 py-4 text-mute">{t('admin.text')}</p>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {query.isSuccess && rows.length === 0 ? (
          <EmptyState icon={Cable} title={t('admin.none')} text={t('admin.noneText')} />
        ) : (
          <Table
            label={t('admin.list')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowName={(row) => row.name}
            loading={query.isPending ? 3 : 0}
          />
        )}
      </div>
    </>
  )
}
