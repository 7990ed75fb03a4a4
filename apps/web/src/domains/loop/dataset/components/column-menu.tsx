import { Code2, MoreHorizontal, Sparkles } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import type { FillForm } from '../fill-form.ts'

/** The menu in the header of a column. */
export function ColumnMenu({ label, onFill }: { label: string; onFill: (by: FillForm['by']) => void }) {
  const t = useT('dataset')
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="sm" icon={MoreHorizontal} label={t('column.menu', { field: label })} className="ml-auto" />
      }
    >
      <MenuItem icon={Sparkles} onClick={() => onFill('model')}>
        {t('fill.model')}
      </MenuItem>
      <MenuItem icon={Code2} onClick={() => onFill('python')}>
        {t('fill.python')}
      </MenuItem>
    </Menu>
  )
}
