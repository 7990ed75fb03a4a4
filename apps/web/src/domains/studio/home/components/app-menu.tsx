import { Archive, Copy, CopyPlus, Ellipsis, Link2, Pencil, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { linkOf } from '#lib/resource-kinds.ts'
import { copyText } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { ExportItem } from '#domains/library/bundle/index.ts'
import { editedProject } from '#domains/studio/project/index.ts'
import { kindOf, type ListedApp } from '../home.queries.ts'
import type { AppActions } from '../use-app-actions.ts'

interface AppMenuProps {
  app: ListedApp
  actions: AppActions
  onCopyTo: () => void
}

export function AppMenu({ app, actions, onCopyTo }: AppMenuProps) {
  const t = useT('home')
  const { basic_info: info } = app
  const kind = kindOf(app)
  const place = linkOf({ id: info.id, kind, sub_type: 0, space_id: info.space_id })
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('menu.more', { name: info.name })} />}>
      {kind === 'project' && (
        <MenuItem icon={Pencil} onClick={() => editedProject.set(info)}>
          {t('menu.edit')}
        </MenuItem>
      )}
      <MenuItem icon={Copy} onClick={() => actions.onDuplicate(app)}>
        {t('menu.duplicate')}
      </MenuItem>
      <MenuItem icon={CopyPlus} onClick={onCopyTo}>
        {t('menu.copyTo')}
      </MenuItem>
      {kind === 'project' && (
        <MenuItem icon={Archive} onClick={() => actions.onArchive(app)}>
          {t('menu.archive')}
        </MenuItem>
      )}
      <MenuItem icon={Link2} onClick={() => void copyText(location.origin + place)}>
        {t('menu.copyLink')}
      </MenuItem>
      <ExportItem spaceId={info.space_id} id={info.id} name={info.name} />
      {app.permission_info.can_delete && (
        <>
          <MenuLine />
          <MenuItem icon={Trash2} danger onClick={() => actions.onDelete(app)}>
            {t('menu.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
