import { Plus } from 'lucide-react'
import { createActions } from '#lib/create-actions.ts'
import { useT } from '#lib/i18n.ts'
import { useSpaceOrNone } from '#lib/spaces.ts'
import { Icon } from '#ui/icon.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { TypeTile } from '#ui/type-tile.tsx'

/** Everything that can be created from here; each part of the studio registers its own rows. */
export function CreateMenu({ side = 'right' }: { side?: 'right' | 'bottom' }) {
  const t = useT('shell')
  const space = useSpaceOrNone()
  const actions = createActions.use().filter((action) => action.may?.(space) ?? true)
  const trigger = (
    <button
      type="button"
      title={t('rail.create')}
      aria-label={t('rail.create')}
      className="flex size-8 shrink-0 items-center justify-center rounded-md border border-line bg-card shadow-card transition-colors hover:bg-hover aria-expanded:bg-hover"
    >
      <Icon of={Plus} size={18} />
    </button>
  )
  return (
    <Menu side={side} align="start" trigger={trigger} className="w-64">
      {actions.map((action) => (
        <MenuItem
          key={action.id}
          tile={<TypeTile kind={action.kind} size={26} />}
          description={action.description?.()}
          keys={action.keys}
          onClick={() => action.open(space)}
        >
          {action.label()}
        </MenuItem>
      ))}
    </Menu>
  )
}
