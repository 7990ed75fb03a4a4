import { FileDown } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { MenuItem } from '#ui/menu-items.tsx'
import { exporting } from '../bundle-state.ts'

/** A menu item that exports a single resource. */
export function ExportItem({ spaceId, id, name }: { spaceId: string; id: string; name: string }) {
  const t = useT('ui')
  return (
    <MenuItem icon={FileDown} onClick={() => exporting.set({ spaceId, picks: [{ id, name }] })}>
      {t('exportFile')}
    </MenuItem>
  )
}
