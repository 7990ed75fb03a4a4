import type { LibraryResource } from '@orrery/contract'
import { CopyPlus, Ellipsis, ExternalLink, FileDown, FolderInput, Link2, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { forgetRecent } from '#lib/recent.ts'
import { removeResource } from '#lib/remove-resources.ts'
import { linkOf } from '#lib/resource-kinds.ts'
import { copyText } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { exporting } from '#domains/library/bundle/index.ts'
import { askToDelete } from '#domains/library/reference/index.ts'
import { mayDo, placed } from '../library-rows.ts'
import { pickOf, refreshLibrary } from '../library.queries.ts'
import { transferring } from '../transfer.ts'

/** The actions at the end of a row that the user may perform. */
export function RowMenu({ row, onMove }: { row: LibraryResource; onMove?: () => void }) {
  const t = useT('library')
  const place = linkOf(placed(row))
  const pick = pickOf(row)
  const remove = () =>
    askToDelete({
      spaceId: row.space_id,
      ids: [row.res_id],
      title: t('remove.title', { name: row.name }),
      action: t('remove.do', { name: row.name }),
      onConfirm: async () => {
        await removeResource(row.space_id, row.res_id)
        forgetRecent(row.space_id, row.res_id)
        await refreshLibrary()
      },
    })
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('more', { name: row.name })} />}>
      <MenuItem icon={ExternalLink} render={<a href={place} target="_blank" rel="noreferrer" />}>
        {t('newTab')}
      </MenuItem>
      <MenuItem icon={Link2} onClick={() => void copyText(new URL(place, location.origin).href)}>
        {t('copyLink')}
      </MenuItem>
      {onMove && (
        <MenuItem icon={FolderInput} onClick={onMove}>
          {t('folder.move')}
        </MenuItem>
      )}
      {mayDo(row, 'copy') && (
        <>
          <MenuItem icon={CopyPlus} onClick={() => transferring.set({ spaceId: row.space_id, picks: [pick] })}>
            {t('transfer')}
          </MenuItem>
          <MenuItem icon={FileDown} onClick={() => exporting.set({ spaceId: row.space_id, picks: [pick] })}>
            {t('export')}
          </MenuItem>
        </>
      )}
      {mayDo(row, 'delete') && (
        <>
          <MenuLine />
          <MenuItem icon={Trash2} danger onClick={() => void remove()}>
            {t('remove')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
