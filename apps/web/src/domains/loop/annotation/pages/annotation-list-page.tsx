import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Progress } from '#ui/progress.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { type AnnotationTask, tasksQuery } from '../annotation.queries.ts'

/** The annotation tasks of a space. */
export function AnnotationListPage() {
  const t = useT('annotation')
  const space = useSpace()
  const query = useQuery(tasksQuery(space.id))
  const navigate = useNavigate()
  const open = ({ taskID }: AnnotationTask) =>
    void navigate({
      to: '/space/$space_id/evaluate/annotation/$task_id',
      params: { space_id: space.id, task_id: taskID },
    })
  const columns: Column<AnnotationTask>[] = [
    { id: 'name', head: t('list.name'), cell: ({ name, guide }) => <NameCell name={name} note={guide} /> },
    {
      id: 'progress',
      head: t('list.progress'),
      width: 200,
      cell: ({ settled, rows }) => (
        <Progress
          thin
          hideLabel
          value={rows ? settled / rows : 0}
          label={t('list.progress')}
          note={`${formatNumber(settled)} / ${formatNumber(rows)}`}
        />
      ),
    },
    {
      id: 'mine',
      head: t('list.mine'),
      width: 140,
      cell: ({ mine, isClosed }) => (isClosed ? <Tag>{t('list.closed')}</Tag> : t('queue.left', { count: mine.open })),
    },
    {
      id: 'disputed',
      head: t('tab.disputed'),
      width: 130,
      hideBelow: 'md',
      cell: ({ disputed }) => formatNumber(disputed),
    },
    {
      id: 'at',
      head: t('list.created'),
      width: 140,
      hideBelow: 'lg',
      cell: ({ createdAt }) => <DateTime at={Number(createdAt)} className="text-mute" />,
    },
  ]
  if (query.error && !query.data)
    return <FailedPage title={t('list.failed')} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar title={t('list.title')} />
      {query.data?.length === 0 ? (
        <EmptyState icon={PencilLine} title={t('list.empty')} text={t('list.emptyText')} />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Table
            label={t('list.title')}
            columns={columns}
            rows={query.data ?? []}
            rowKey={({ taskID }) => taskID}
            rowName={({ name }) => name}
            onOpen={open}
            loading={query.data ? 0 : 3}
          />
        </div>
      )}
    </div>
  )
}
