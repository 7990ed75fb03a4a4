import type { HostedKind } from '@orrery/contract/shared/resource-kinds'
import { FolderInput, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Creating } from '#lib/creating.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { useKindNames } from '#lib/resource-kinds.ts'
import { useSpace } from '#lib/spaces.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { creatingDatabase } from '#domains/resources/database/index.ts'
import { creatingKnowledge } from '#domains/resources/knowledge/index.ts'
import { creatingPlugin } from '#domains/resources/plugin/index.ts'
import { creatingWorkflow } from '#domains/flow/workflow/index.ts'
import { useIde } from '../ide/ide-context.ts'
import { resourcesQuery } from '../project.queries.ts'
import { LibraryDialog } from './library-dialog.tsx'

const makers = {
  workflow: { kind: 'workflow', make: (where: Creating) => creatingWorkflow.set({ ...where, kind: 'workflow' }) },
  chatflow: { kind: 'workflow', make: (where: Creating) => creatingWorkflow.set({ ...where, kind: 'chatflow' }) },
  imageflow: { kind: 'workflow', make: (where: Creating) => creatingWorkflow.set({ ...where, kind: 'imageflow' }) },
  plugin: { kind: 'plugin', make: (where: Creating) => creatingPlugin.set(where) },
  knowledge: { kind: 'knowledge', make: (where: Creating) => creatingKnowledge.set(where) },
  database: { kind: 'database', make: (where: Creating) => creatingDatabase.set(where) },
} as const satisfies Record<
  HostedKind | 'chatflow' | 'imageflow',
  { kind: HostedKind; make: (where: Creating) => void }
>
const tiles = Object.keys(makers) as (keyof typeof makers)[]

/** Makes a resource in this project, by the same dialogs as everywhere, and opens it in a tab. */
export function CreateMenu() {
  const t = useT('project')
  const names = useKindNames()
  const space = useSpace()
  const { projectId, open } = useIde()
  const [isTaking, setTaking] = useState(false)
  const make = (tile: keyof typeof makers) => {
    const { kind, make: ask } = makers[tile]
    const onMade = (id: string) =>
      void queryClient
        .fetchQuery({ ...resourcesQuery(projectId), staleTime: 0 })
        .then(() => open(`${kind}/${id}`, kind === 'knowledge' ? { below: 'upload' } : {}))
    ask({ space, projectId, onMade })
  }
  return (
    <>
      <Menu align="start" trigger={<IconButton icon={Plus} label={t('create')} />}>
        {tiles.map((tile) => (
          <MenuItem key={tile} tile={<TypeTile kind={tile} size={20} />} onClick={() => make(tile)}>
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
