import { useMutation, useQuery } from '@tanstack/react-query'
import { GitCompare } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, type Column } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { batchesQuery, batchQuery, type LiteBatch, refreshBatches } from '../checkup.queries.ts'
import { type objectOf, shownObject, statusOf } from '../compare-form.ts'
import { BatchView } from './batch-view.tsx'

interface ComparePanelProps {
  spaceId: string
  batchId: string
  onOpen: (batchId: string) => void
  /** The first object of a new comparison. */
  first?: ReturnType<typeof objectOf> | undefined
}

/** The comparisons of a space: a list, or the one that is open. */
export function ComparePanel({ spaceId, batchId, onOpen, first }: ComparePanelProps) {
  const t = useT('checkup')
  const query = useQuery({ ...batchQuery(spaceId, batchId), enabled: batchId !== '' })
  if (!batchId) return <BatchList spaceId={spaceId} onOpen={onOpen} first={first} />
  if (query.error) return <ErrorPanel className="m-5" title={t('compare.failed')} error={query.error} />
  if (!query.data) return <Skeleton className="m-5 h-64" />
  return <BatchView key={batchId} spaceId={spaceId} batch={query.data} onOpen={onOpen} />
}
function BatchList({ spaceId, onOpen, first }: Omit<ComparePanelProps, 'batchId'>) {
  const t = useT('checkup')
  const query = useQuery(batchesQuery(spaceId))
  const create = useMutation({
    async mutationFn() {
      const { id } = await api.liteBatch.create({ space_id: spaceId })
      if (first) await api.liteBatch.bindObjects({ space_id: spaceId, batch_task_id: id, eval_objects: [first] })
      return id
    },
    async onSuccess(id) {
      await refreshBatches(spaceId)
      onOpen(id)
    },
  })
  const button = (
    <Button kind="solid" busy={create.isPending} onClick={() => create.mutate()}>
      {t('compare.new')}
    </Button>
  )
  if (query.error) return <ErrorPanel className="m-5" title={t('compare.failed')} error={query.error} />
  if (!query.data) return <Skeleton className="m-5 h-64" />
  if (!query.data.length)
    return <EmptyState icon={GitCompare} title={t('compare.none')} text={t('compare.noneText')} action={button} />
  const columns: Column<LiteBatch>[] = [
    { id: 'name', head: t('compare.name'), cell: (one) => one.coze_batch_task_meta.name },
    {
      id: 'objects',
      head: t('compare.objects'),
      cell: (one) => one.coze_batch_task_meta.eval_objects.map((item) => shownObject(item).name).join(', '),
    },
    {
      id: 'status',
      head: t('compare.status'),
      cell: (one) => <Tag>{t(`batch.${statusOf(one) as 1}`)}</Tag>,
    },
    {
      id: 'created',
      head: t('compare.created'),
      cell: (one) => formatTime(Number(one.coze_batch_task_meta.created_at)),
    },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 py-4">
      <div className="flex justify-end">{button}</div>
      {create.error && <ErrorPanel error={create.error} />}
      <Table
        label={t('compare.list')}
        columns={columns}
        rows={query.data}
        rowKey={(one) => one.coze_batch_task_meta.id}
        rowName={(one) => one.coze_batch_task_meta.name}
        onOpen={(one) => onOpen(one.coze_batch_task_meta.id)}
      />
    </div>
  )
}
