import { useInfiniteQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { chunksQuery } from '../desk.queries.ts'

interface ChunkListProps {
  id: string
  datasetId: string
  documentId: string
}

/** The chunks of the document, from which the desk answers. */
export function ChunkList({ id, datasetId, documentId }: ChunkListProps) {
  const t = useT('desk')
  const query = useInfiniteQuery(chunksQuery(id, datasetId, documentId))
  if (query.error && !query.data)
    return <FailedPage title={t('chunks.failed')} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton className="m-4 h-24" />
  const chunks = query.data.pages.flatMap(({ slices }) => slices)
  if (chunks.length === 0) return <p className="p-4 text-mute">{t('chunks.empty')}</p>
  return (
    <div tabIndex={0} role="region" aria-label={t('chunks.title')} className="min-h-0 flex-1 overflow-y-auto">
      <ol className="flex flex-col divide-y divide-line">
        {chunks.map(({ slice_id, content, chunk_meta_info }) => {
          const { page = 0 } = JSON.parse(chunk_meta_info) as { page?: number }
          return (
            <li key={slice_id} className="px-4 py-3">
              {page > 0 && <p className="text-small text-mute">{t('pages.page', { page: formatNumber(page) })}</p>}
              <p className="wrap-anywhere whitespace-pre-wrap">{content}</p>
            </li>
          )
        })}
      </ol>
      <InfiniteSentinel query={query} />
    </div>
  )
}
