import type { Space } from '@orrery/contract'
import { FileUp, FolderPlus, Plus } from 'lucide-react'
import { createActions } from '#lib/create-actions.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { importing } from '#domains/library/bundle/index.ts'

/** Kinds created elsewhere, and actions that do not create resources. */
const elsewhere = new Set(['bot', 'project', 'team', 'import', 'dataset'])

/** Creates resources and folders, and imports files. */
export function CreateMenu({ space, onFolder }: { space: Space; onFolder: () => void }) {
  const t = useT('library')
  const makers = createActions.use().filter((item) => !elsewhere.has(item.id) && (item.may?.(space) ?? true))
  return (
    <Menu
      align="end"
      trigger={
        <Button kind="solid" icon={Plus}>
          {t('create')}
        </Button>
      }
    >
      {makers.map((maker) => (
        <MenuItem
          key={maker.id}
          tile={<TypeTile kind={maker.kind} size={26} />}
          description={maker.description?.()}
          keys={maker.keys}
          onClick={() => maker.open(space)}
        >
          {maker.label()}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={FolderPlus} onClick={onFolder}>
        {t('folder.new')}
      </MenuItem>
      <MenuItem icon={FileUp} onClick={() => importing.set({ spaceId: space.id })}>
        {t('import')}
      </MenuItem>
    </Menu>
  )
}
