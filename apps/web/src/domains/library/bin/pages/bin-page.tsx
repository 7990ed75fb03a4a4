import { BIN_DAYS } from '@orrery/contract/shared/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw, Trash2 } from 'lucide-react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { toast } from '#ui/toast-store.ts'
import { type BinnedResource, binQuery, removeForGood, restore } from '../bin.queries.ts'
import { useBinColumns } from '../components/bin-columns.tsx'

/** Deleted resources of a space, which can be restored until they expire. */
export function BinPage() {
  const t = useT('bin')
  const library = useT('library')('title')
  const space = useSpace()
  const query = useInfiniteQuery(binQuery(space.id))
  const columns = useBinColumns((row) => <RowActions spaceId={space.id} row={row} />)
  const rows = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={t('title')}
        crumbs={[
          { label: library, link: <Link to="/space/$space_id/library" params={{ space_id: space.id }} search={{}} /> },
          { label: t('title') },
        ]}
        beside={<span className="text-small text-mute max-md:hidden">{t('note', { days: BIN_DAYS })}</span>}
      />
      <PagedTable
        label={t('title')}
        query={query}
        failed={t('failed')}
        empty={<EmptyState icon={Trash2} title={t('empty')} text={t('emptyText', { days: BIN_DAYS })} />}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.res_id}
        rowName={(row) => row.name}
      />
      <FootBar>{t('shown', { shown: formatNumber(rows.length) })}</FootBar>
    </div>
  )
}

function RowActions({ spaceId, row }: { spaceId: string; row: BinnedResource }) {
  const t = useT('bin')
  const { name } = row
  if (!row.can_change) return <span className="text-small text-mute">{t('notYours')}</span>
  const bringBack = () =>
    restore(spaceId, row).then(
      (isNameShared) => void toast.ok(t(isNameShared ? 'restoredShared' : 'restored', { name })),
      // The client has shown the error.
      () => {},
    )
  const remove = () =>
    confirm({
      title: t('remove.title', { name }),
      text: t('remove.text'),
      action: t('remove'),
      danger: true,
      askName: name,
      onConfirm: async () => {
        await removeForGood(spaceId, row)
        toast.ok(t('removed', { name }))
      },
    })
  return (
    <span data-row-stop className="flex items-center justify-end gap-1">
      <Button size="sm" icon={RotateCcw} aria-label={t('restore.of', { name })} onClick={() => void bringBack()}>
        {t('restore')}
      </Button>
      <IconButton icon={Trash2} kind="danger" label={t('remove.of', { name })} onClick={() => void remove()} />
    </span>
  )
}
