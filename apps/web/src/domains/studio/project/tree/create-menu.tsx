import { FolderInput, Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useKindNames } from '#lib/resource-kinds.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { LibraryDialog } from './library-dialog.tsx'
import { creatables, useCreate } from './use-create.ts'

/** Resources to create in this project, or to take from the library. */
export function CreateMenu() {
  const t = useT('project')
  const names = useKindNames()
  const create = useCreate()
  const [isTaking, setTaking] = useState(false)
  return (
    <>
      <Menu align="start" trigger={<IconButton icon={Plus} label={t('create')} />}>
        {creatables.map((tile) => (
          <MenuItem key={tile} tile={<TypeTile kind={tile} size={20} />} onClick={() => create(tile)}>
            {tile === 'chatflow' || tile === 'imageflow' ? t(`kind.${tile}`) : names.one(tile)}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem icon={FolderInput} onClick={() => setTaking(true)}>
          {t('library.take')}
        </MenuItem>
      </Menu>
      {isTaking && <LibraryDialog onClose={() => setTaking(false)} />}
    </>
  )
}
