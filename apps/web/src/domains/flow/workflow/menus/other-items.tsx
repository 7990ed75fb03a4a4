import {
  ClipboardPaste,
  Fullscreen,
  Group,
  Plus,
  SquareDashed,
  StickyNote,
  Trash2,
  Ungroup,
  WandSparkles,
} from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { useCanvas } from '../canvas/canvas-context.ts'
import type { Spot } from '../canvas/commands/insert-commands.ts'
import type { ClipboardTools } from '../canvas/commands/use-clipboard.ts'
import { groupsOf, type Point } from '../document/canvas.ts'
import { useDocumentStore, useReadOnly } from '../document/document-context.tsx'

export function EdgeItems({ edgeId, screen }: { edgeId: string; screen: Point }) {
  const t = useT('workflow')
  const isReadOnly = useReadOnly()
  const { commands, openAdd } = useCanvas()
  if (isReadOnly) return <MenuItem disabled>{t('state.readOnly')}</MenuItem>
  return (
    <>
      <MenuItem icon={Plus} onClick={() => openAdd({ edgeId, screen })}>
        {t('line.add')}
      </MenuItem>
      <MenuItem icon={Trash2} keys="backspace" danger onClick={() => commands.disconnect([edgeId])}>
        {t('line.remove')}
      </MenuItem>
    </>
  )
}

export function GroupItems({ groupId }: { groupId: string }) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const isReadOnly = useReadOnly()
  const { commands } = useCanvas()
  const members = groupsOf(store.get()).find((group) => group.id === groupId)?.nodeIds ?? []
  return (
    <>
      <MenuItem icon={SquareDashed} onClick={() => store.select(members)}>
        {t('group.select')}
      </MenuItem>
      {!isReadOnly && (
        <MenuItem icon={Ungroup} onClick={() => commands.ungroup(groupId)}>
          {t('group.ungroup')}
        </MenuItem>
      )}
    </>
  )
}

interface PaneItemsProps {
  screen: Point
  spotAt: (screen: Point) => Spot
  clipboard: ClipboardTools
}

export function PaneItems({ screen, spotAt, clipboard }: PaneItemsProps) {
  const t = useT('workflow')
  const isReadOnly = useReadOnly()
  const store = useDocumentStore()
  const { commands, openAdd, fit } = useCanvas()
  return (
    <>
      {!isReadOnly && (
        <>
          <MenuItem icon={Plus} keys="n" onClick={() => openAdd({ ...spotAt(screen), screen })}>
            {t('menu.addHere')}
          </MenuItem>
          <MenuItem icon={StickyNote} keys="m" onClick={() => commands.addComment(spotAt(screen).at)}>
            {t('menu.comment')}
          </MenuItem>
          <MenuItem icon={ClipboardPaste} keys="mod+v" onClick={() => void clipboard.pasteNow(spotAt(screen))}>
            {t('menu.paste')}
          </MenuItem>
          <MenuLine />
        </>
      )}
      <MenuItem icon={SquareDashed} keys="mod+a" onClick={() => commands.selectAll()}>
        {t('menu.selectAll')}
      </MenuItem>
      {!isReadOnly && store.selection().size > 0 && (
        <MenuItem icon={Group} keys="mod+g" onClick={() => commands.group()}>
          {t('menu.group')}
        </MenuItem>
      )}
      {!isReadOnly && (
        <MenuItem icon={WandSparkles} keys="shift+l" onClick={() => void commands.tidy()}>
          {t('menu.tidy')}
        </MenuItem>
      )}
      <MenuItem icon={Fullscreen} keys="shift+1" onClick={fit}>
        {t('menu.fit')}
      </MenuItem>
    </>
  )
}
