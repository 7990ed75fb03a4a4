import { useInfiniteQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import { formatDate, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { platformName } from '#lib/title.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { entityName, tileOfProduct } from '#domains/market/explore/index.ts'
import { ListingTags } from '#domains/market/seller/index.ts'
import { type ReviewedProduct, reviewQuery, type ReviewView } from '../review.queries.ts'

interface ReviewTableProps {
  view: Exclude<ReviewView, 'reported'>
  word: string
  onOpen: (productId: string) => void
  onClear: () => void
}

export function ReviewTable({ view, word, onOpen, onClear }: ReviewTableProps) {
  const t = useT('seller')
  const query = useInfiniteQuery(reviewQuery(view, word))
  const rows = query.data?.pages.flatMap((page) => page.products) ?? []
  const columns: Column<ReviewedProduct>[] = [
    {
      id: 'name',
      head: t('product'),
      cell: (row) => (
        <NameCell
          tile={<PictureTile id={row.meta_info.id} kind={tileOfProduct(row)} src={row.meta_info.icon_url} size={30} />}
          name={row.meta_info.name}
          note={row.meta_info.description}
        />
      ),
    },
    {
      id: 'maker',
      head: t('review.maker'),
      width: 180,
      hideBelow: 'md',
      cell: ({ meta_info: meta }) => (meta.is_official ? platformName : (meta.user_info?.name ?? '')),
    },
    {
      id: 'kind',
      head: t('choose.kind'),
      width: 110,
      hideBelow: 'lg',
      cell: (row) => t(`kind.${entityName(row.meta_info.entity_type)}`),
    },
    {
      id: 'state',
      head: t('state'),
      width: 240,
      cell: (row) => <ListingTags status={row.meta_info.status} draft={row.audit_status} reason={row.reject_reason} />,
    },
    {
      id: 'listed',
      head: t('listed'),
      width: 120,
      hideBelow: 'md',
      cell: ({ meta_info: meta }) => (
        <span className="text-mute">
          {Number(meta.listed_at) > 0 ? formatDate(fromSeconds(meta.listed_at)) : t('never')}
        </span>
      ),
    },
  ]
  return (
    <PagedTable
      label={t(`review.${view}`)}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.meta_info.id}
      rowName={(row) => row.meta_info.name}
      onOpen={(row) => onOpen(row.meta_info.id)}
      query={query}
      failed={t('failed')}
      empty={<EmptyState icon={PackageCheck} title={t(`review.${view}None`)} text={t('review.noneText')} />}
      noMatch={word ? { text: t('review.noMatch', { word }), onClear } : undefined}
    />
  )
}
