import { Ellipsis, Flag, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useVisitor } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { useNarrow } from '#lib/viewport.ts'
import { copyText } from '#ui/copy-button.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { toast } from '#ui/toast-store.ts'
import type { ProductDetail } from '../explore.queries.ts'
import { AddToolMenu, canAddTools } from './add-tool-menu.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { StarButton } from './star-button.tsx'
import { InstallButton } from './install-dialog.tsx'

/** Actions on the product page. On a phone there is little room beside the name. */
export function ProductActions({ product }: { product: ProductDetail }) {
  const t = useT('explore')
  const isNarrow = useNarrow()
  const [isReporting, setReporting] = useState(false)
  const { meta_info: meta } = product
  const isSignedIn = Boolean(useVisitor())
  const mayReport = isSignedIn && !product.is_owner
  const share = async () => {
    if (await copyText(location.origin + location.pathname)) toast.ok(t('shared'))
    else toast.error(t('shareFailed'))
  }
  return (
    <>
      <StarButton meta={meta} size="lg" />
      {!isNarrow && (
        <>
          <Button icon={Share2} onClick={() => void share()}>
            {t('share')}
          </Button>
          {canAddTools(product) && <AddToolMenu product={product} />}
          {product.can_duplicate && <InstallButton product={product} />}
        </>
      )}
      {(isNarrow || mayReport) && (
        <Menu align="end" trigger={<IconButton size="lg" icon={Ellipsis} label={t('more')} />}>
          {isNarrow && (
            <MenuItem icon={Share2} onClick={() => void share()}>
              {t('share')}
            </MenuItem>
          )}
          {mayReport && (
            <MenuItem icon={Flag} onClick={() => setReporting(true)}>
              {t('report')}
            </MenuItem>
          )}
        </Menu>
      )}
      {isReporting && <ReportDialog meta={meta} onClose={() => setReporting(false)} />}
    </>
  )
}
