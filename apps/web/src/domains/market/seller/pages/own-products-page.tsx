import type { ProductEntity } from '@orrery/contract/shared/market'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PackagePlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import type { Column } from '#ui/table.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { productPlace, usesOf } from '#domains/market/explore/index.ts'
import { ChooseDialog } from '../components/choose-dialog.tsx'
import { OfferDialog } from '../components/offer-dialog.tsx'
import { OwnMenu } from '../components/own-menu.tsx'
import { marketConfigQuery, type Offered, type OwnProduct, ownProductsQuery } from '../seller.queries.ts'
import { useProductColumns } from '../use-product-columns.tsx'

/** The user's listings and their status. */
export function OwnProductsPage() {
  const t = useT('seller')
  const navigate = useNavigate()
  const query = useInfiniteQuery(ownProductsQuery)
  const { data: config } = useQuery(marketConfigQuery)
  const isClosed = config?.enable_listing === false
  const [offering, setOffering] = useState<'choose' | Offered>()
  const rows = query.data?.pages.flatMap((page) => page.products) ?? []
  const offer = !isClosed && (
    <Button kind="solid" icon={Plus} onClick={() => setOffering('choose')}>
      {t('offer')}
    </Button>
  )
  const { name, kind, state, listed } = useProductColumns<OwnProduct>({ kind: 'md', state: 260 })
  const columns: Column<OwnProduct>[] = [
    name,
    kind,
    state,
    {
      id: 'uses',
      head: t('uses'),
      width: 90,
      align: 'end',
      hideBelow: 'lg',
      cell: (row) => formatCount(usesOf(row)),
    },
    {
      id: 'rating',
      head: t('rating'),
      width: 90,
      align: 'end',
      hideBelow: 'lg',
      cell: ({ meta_info: meta }) =>
        meta.rating_count > 0 ? `${meta.rating.toFixed(1)} (${formatNumber(meta.rating_count)})` : '–',
    },
    listed,
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        title={t('title')}
        beside={<span className="text-small text-mute max-sm:hidden">{t('text')}</span>}
        actions={rows.length > 0 && offer}
      />
      {isClosed && <Banner>{t('closed')}</Banner>}
      <PagedTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.meta_info.id}
        rowName={(row) => row.meta_info.name}
        onOpen={(row) => void navigate(productPlace(row.meta_info))}
        actions={(row) => (
          <OwnMenu
            product={row}
            isClosed={isClosed}
            onVersion={() =>
              setOffering({
                id: row.meta_info.entity_id,
                type: row.meta_info.entity_type as ProductEntity,
                name: row.meta_info.name,
              })
            }
          />
        )}
        query={query}
        failed={t('failed')}
        empty={<EmptyState icon={PackagePlus} title={t('empty')} text={t('emptyText')} action={offer} />}
      />
      <FootBar hints={[{ keys: 'Enter', label: t('open') }]}>{t('shown', { count: rows.length })}</FootBar>
      {offering === 'choose' ? (
        <ChooseDialog onChosen={setOffering} onClose={() => setOffering(undefined)} />
      ) : (
        offering && <OfferDialog offered={offering} onClose={() => setOffering(undefined)} />
      )}
    </div>
  )
}
