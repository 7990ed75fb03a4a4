import { useInfiniteQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { platformName } from '#lib/title.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import type { Column } from '#ui/table.tsx'
import { useProductColumns } from '#domains/market/seller/index.ts'
import { type ReviewedProduct, reviewQuery, type ReviewView } from '../review.queries.ts'

interface ReviewTableProps {
  view: Exclude<ReviewView, 'reported' | 'front'>
  word: string
  onOpen: (productId: string) => void
  onClear: () => void
}

export function ReviewTable({ view, word, onOpen, onClear }: ReviewTableProps) {
  const t = useT('seller')
  const query = useInfiniteQuery(reviewQuery(view, word))
  const rows = query.data?.pages.flatMap((page) => page.products) ?? []
  const { name, kind, state, listed } = useProductColumns<ReviewedProduct>({ kind: 'lg', state: 240 })
  const maker: Column<ReviewedProduct> = {
    id: 'maker',
    head: t('review.maker'),
    width: 180,
    hideBelow: 'md',
    cell: ({ meta_info: meta }) => (meta.is_official ? platformName : (meta.user_info?.name ?? '')),
  }
  return (
    <PagedTable
      label={t(`review.${view}`)}
      columns={[name, maker, kind, state, listed]}
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
