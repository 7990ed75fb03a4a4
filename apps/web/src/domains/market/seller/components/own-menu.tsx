import { type ListingAction, nextListing, type DraftStatus, type ProductState } from '@orrery/contract/shared/market'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Ellipsis, Eye, EyeOff, Undo2, Upload } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { toast } from '#ui/toast-store.ts'
import { productPlace, refreshMarket } from '#domains/market/explore/index.ts'
import type { OwnProduct } from '../seller.queries.ts'

interface OwnMenuProps {
  product: OwnProduct
  /** New submissions are closed. */
  isClosed: boolean
  onVersion: () => void
}

/** Actions of the seller in the current state, from the state table shared with the server. */
export function OwnMenu({ product, isClosed, onVersion }: OwnMenuProps) {
  const t = useT('seller')
  const { meta_info: meta, audit_status: draft } = product
  const state = { status: meta.status as ProductState, draft: draft as DraftStatus }
  const may = (action: ListingAction) => nextListing(state, action, 'seller') !== undefined
  const { name } = meta
  const ask = (action: 'withdraw' | 'unlist') =>
    confirm({
      title: t(`${action}.title`, { name }),
      text: t(`${action}.text`),
      action: t(`${action}.do`, { name }),
      danger: true,
      onConfirm: async () => {
        await api.marketSeller.unlist({ product_id: meta.id })
        await refreshMarket()
        toast.ok(t(`${action}.done`, { name }))
      },
    })
  const relist = async () => {
    await api.marketSeller.relist({ product_id: meta.id }, { toast: true })
    await refreshMarket()
    toast.ok(t('relist.done', { name }))
  }
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('more', { name })} />}>
      <MenuItem icon={ArrowUpRight} render={<Link {...productPlace(meta)} />}>
        {t('open')}
      </MenuItem>
      {may('submit') && !isClosed && (
        <MenuItem icon={Upload} onClick={onVersion}>
          {t('newVersion')}
        </MenuItem>
      )}
      {may('relist') && (
        <MenuItem icon={Eye} onClick={() => void relist()}>
          {t('relist')}
        </MenuItem>
      )}
      {may('withdraw') ? (
        <MenuItem icon={Undo2} danger onClick={() => void ask('withdraw')}>
          {t('withdraw')}
        </MenuItem>
      ) : (
        may('unlist') && (
          <MenuItem icon={EyeOff} danger onClick={() => void ask('unlist')}>
            {t('unlist')}
          </MenuItem>
        )
      )}
    </Menu>
  )
}
