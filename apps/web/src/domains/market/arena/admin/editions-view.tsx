import { LIVE_BOARD } from '@orrery/contract/shared/arena-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RefreshCw, Scale } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatFullTime, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import { adminEditionsQuery, refreshArena } from '../arena.queries.ts'

type Edition = Awaited<ReturnType<typeof api.arenaAdmin.editions>>['editions'][number]

/** The live board, the monthly editions, and the machine judge. */
export function EditionsView() {
  const t = useT('arena')
  const editions = useQuery(adminEditionsQuery)
  const compute = useMutation({
    mutationFn: () => api.arenaAdmin.compute({}),
    onSuccess: () => toast.ok(t('edition.computed')),
    onSettled: refreshArena,
  })
  const judge = useMutation({
    mutationFn: () => api.arenaAdmin.judge({ count: 20 }),
    onSuccess: ({ judged, failed }) =>
      toast.ok(t('judge.done', { judged: formatNumber(judged), failed: formatNumber(failed) })),
    onSettled: refreshArena,
  })
  const columns: Column<Edition>[] = [
    {
      id: 'name',
      head: t('board.edition'),
      cell: ({ id, is_frozen: isFrozen }) => (
        <span className="flex items-center gap-2">
          <span className="font-semibold">{id === LIVE_BOARD ? t('board.live') : id}</span>
          {isFrozen && <Tag>{t('board.frozen')}</Tag>}
        </span>
      ),
    },
    { id: 'votes', head: t('board.votes'), width: 100, align: 'end', cell: (row) => formatNumber(row.vote_count) },
    { id: 'models', head: t('admin.models'), width: 100, align: 'end', cell: (row) => formatNumber(row.model_count) },
    {
      id: 'at',
      head: t('edition.at'),
      width: 180,
      isNamedOnCard: true,
      cell: (row) => formatFullTime(row.computed_at),
    },
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 px-5 py-3">
        <p className="min-w-60 flex-1 text-small text-mute">{t('edition.text')}</p>
        <Button icon={Scale} busy={judge.isPending} onClick={() => judge.mutate()}>
          {t('judge.run')}
        </Button>
        <Button icon={RefreshCw} busy={compute.isPending} onClick={() => compute.mutate()}>
          {t('edition.compute')}
        </Button>
      </div>
      {(compute.error ?? judge.error) ? (
        <div className="px-5 pb-3">
          <ErrorPanel error={compute.error ?? judge.error} />
        </div>
      ) : null}
      <Table
        label={t('admin.editions')}
        size="one"
        columns={columns}
        rows={editions.data ?? []}
        loading={editions.isPending ? 2 : 0}
        rowKey={({ id }) => id}
        rowName={({ id }) => id}
      />
    </>
  )
}
