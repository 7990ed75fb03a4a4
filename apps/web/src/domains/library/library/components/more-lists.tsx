import { Link } from '@tanstack/react-router'
import { AudioLines, Ellipsis, Package } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { libraryLists } from '#lib/library-lists.ts'
import { libraryKinds, useKindNames } from '#lib/resource-kinds.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { TypeTile } from '#ui/type-tile.tsx'

/** Kinds of the table that few spaces have. */
export const rareKinds = ['card'] as const

/** A menu of rare kinds, and of lists that are not part of the table, such as servers. */
export function MoreLists({ onKind }: { onKind: (kind: (typeof rareKinds)[number]) => void }) {
  const t = useT('library')
  const names = useKindNames()
  const { id } = useSpace()
  const others = libraryLists.use().filter((item) => !libraryKinds.some((kind) => kind === item.id))
  return (
    <Menu trigger={<Button icon={Ellipsis}>{t('lists')}</Button>}>
      {others.map((list) => (
        <MenuItem
          key={list.id}
          tile={<TypeTile kind={list.kind} size={20} />}
          render={<Link to={list.to} params={{ space_id: id }} />}
        >
          {list.label()}
        </MenuItem>
      ))}
      {rareKinds.map((kind) => (
        <MenuItem key={kind} tile={<TypeTile kind={kind} size={20} />} onClick={() => onKind(kind)}>
          {names.many(kind)}
        </MenuItem>
      ))}
      <MenuItem icon={Package} render={<Link to="/space/$space_id/library/packages" params={{ space_id: id }} />}>
        {t('packages')}
      </MenuItem>
      <MenuItem icon={AudioLines} render={<Link to="/space/$space_id/library/voices" params={{ space_id: id }} />}>
        {t('voices')}
      </MenuItem>
    </Menu>
  )
}
