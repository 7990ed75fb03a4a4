import { LogIn, LogOut } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { MenuItem, MenuSub } from '#ui/menu-items.tsx'
import { useCanvas } from '../canvas/canvas-context.ts'
import { isComment, isComposite } from '../document/canvas.ts'
import { indexOf } from '../document/canvas-index.ts'
import { useDocumentStore } from '../document/document-context.tsx'
import { levelRefusal } from '../document/edits/move-level.ts'

/** Menu items that move nodes into or out of a loop, as an alternative to dragging. */
export function LevelItems({ nodeId }: { nodeId: string }) {
  const t = useT('workflow')
  const store = useDocumentStore()
  const { commands, layoutOf } = useCanvas()
  const canvas = store.get()
  const { node, parent } = indexOf(canvas).get(nodeId) ?? {}
  if (!node || isComment(node)) return null
  const ids = store.selection().has(nodeId) ? [...store.selection()] : [nodeId]
  const rounds = canvas.nodes.filter(
    (item) => isComposite(item) && item.id !== parent?.id && !levelRefusal(node, item.id) && !ids.includes(item.id),
  )
  return (
    <>
      {parent && !levelRefusal(node, undefined) && (
        <MenuItem icon={LogOut} onClick={() => commands.moveOut(ids)}>
          {t('menu.moveOut', { name: layoutOf(parent).content.title })}
        </MenuItem>
      )}
      {rounds.length > 0 && (
        <MenuSub
          icon={LogIn}
          items={rounds.map((round) => (
            <MenuItem key={round.id} onClick={() => commands.moveInto(ids, round.id)}>
              {layoutOf(round).content.title}
            </MenuItem>
          ))}
        >
          {t('menu.moveInto')}
        </MenuSub>
      )}
    </>
  )
}
