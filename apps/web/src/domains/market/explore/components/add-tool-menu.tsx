import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useVisitor } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { kindGlyph } from '#ui/type-tile.tsx'
import { entityName, type Product } from '../product-place.ts'
import { signInFirst } from '../visit-intent.ts'
import { AddToolDialog, type AddTarget } from './add-tool-dialog.tsx'

/** Official plugins are available everywhere: they need no copy, only a place to use them. */
export const canAddTools = ({ meta_info: meta, plugin_extra: extra }: Product): boolean =>
  meta.is_official && entityName(meta.entity_type) === 'plugin' && (extra?.tools.length ?? 0) > 0

/** The main action of an official plugin. */
export function AddToolMenu({ product }: { product: Product }) {
  const t = useT('explore')
  const isVisitor = useVisitor() === null
  const [target, setTarget] = useState<AddTarget | null>(null)
  if (isVisitor)
    return (
      <Button kind="solid" onClick={() => signInFirst({ do: 'take', product: product.meta_info })}>
        {t('add.bot.do')}
      </Button>
    )
  return (
    <>
      <Menu
        trigger={
          <Button kind="solid" iconAfter={ChevronDown}>
            {t('add')}
          </Button>
        }
      >
        <MenuItem icon={kindGlyph('bot')} onClick={() => setTarget('bot')}>
          {t('add.bot.do')}
        </MenuItem>
        <MenuItem icon={kindGlyph('workflow')} onClick={() => setTarget('workflow')}>
          {t('add.workflow.do')}
        </MenuItem>
      </Menu>
      {target && <AddToolDialog product={product} target={target} onClose={() => setTarget(null)} />}
    </>
  )
}
