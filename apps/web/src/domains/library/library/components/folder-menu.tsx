import { Ellipsis, FolderInput, Pencil, Trash2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import type { Folder } from '../folder.queries.ts'
import { refreshLibrary } from '../library.queries.ts'

interface FolderMenuProps {
  folder: Folder
  onRename: () => void
  onMove: () => void
  /** Called after the deletion, for a page that shows the folder. */
  onRemoved?: () => void
}

export function FolderMenu({ folder, onRename, onMove, onRemoved }: FolderMenuProps) {
  const t = useT('library')
  const remove = () =>
    confirm({
      title: t('folder.removeTitle', { name: folder.name }),
      text: t('folder.removeText'),
      action: t('remove.do', { name: folder.name }),
      danger: true,
      onConfirm: async () => {
        await api.folder.remove({ folder_id: folder.id })
        onRemoved?.()
        await refreshLibrary()
      },
    })
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('more', { name: folder.name })} />}>
      <MenuItem icon={Pencil} onClick={onRename}>
        {t('folder.rename')}
      </MenuItem>
      <MenuItem icon={FolderInput} onClick={onMove}>
        {t('folder.move')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Trash2} danger onClick={() => void remove()}>
        {t('remove')}
      </MenuItem>
    </Menu>
  )
}
