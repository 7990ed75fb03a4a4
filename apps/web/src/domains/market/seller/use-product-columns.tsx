import { formatDate, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { PictureTile } from '#ui/picture-tile.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { entityName, tileOfProduct } from '#domains/market/explore/index.ts'
import { ListingTags } from './components/listing-tags.tsx'
import type { OwnProduct } from './seller.queries.ts'

type Listed = Pick<OwnProduct, 'meta_info' | 'audit_status' | 'reject_reason'>

/** The columns that lists of products share. */
export function useProductColumns<P extends Listed>(widths: { kind: Column<P>['hideBelow']; state: number }) {
  const t = useT('seller')
  const name: Column<P> = {
    id: 'name',
    head: t('product'),
    cell: (row) => (
      <NameCell
        tile={<PictureTile id={row.meta_info.id} kind={tileOfProduct(row)} src={row.meta_info.icon_url} size={30} />}
        name={row.meta_info.name}
        note={row.meta_info.description}
      />
    ),
  }
  const kind: Column<P> = {
    id: 'kind',
    head: t('choose.kind'),
    width: 110,
    hideBelow: widths.kind,
    cell: (row) => t(`kind.${entityName(row.meta_info.entity_type)}`),
  }
  const state: Column<P> = {
    id: 'state',
    head: t('state'),
    width: widths.state,
    cell: (row) => <ListingTags status={row.meta_info.status} draft={row.audit_status} reason={row.reject_reason} />,
  }
  const listed: Column<P> = {
    id: 'listed',
    head: t('listed'),
    width: 120,
    hideBelow: 'md',
    cell: ({ meta_info: meta }) => (
      <span className="text-mute">
        {Number(meta.listed_at) > 0 ? formatDate(fromSeconds(meta.listed_at)) : t('never')}
      </span>
    ),
  }
  return { name, kind, state, listed }
}
