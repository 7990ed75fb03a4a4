import type { CanvasMenusProps } from '../canvas/canvas-parts.ts'
import { useReadOnly } from '../document/document-context.tsx'
import { AddNodeMenu } from './add-node-menu.tsx'
import { CanvasMenu } from './canvas-menu.tsx'
import { EncapsulateHost } from './encapsulate-dialog.tsx'
import { AddRequestedTool } from './tool-to-add.tsx'
import { RenameHost } from './rename-dialog.tsx'

/** The menus of a canvas, with the dialogs they open. */
export function CanvasMenus({ adding, menu, spotAt, clipboard, onCloseAdd, onCloseMenu }: CanvasMenusProps) {
  const isReadOnly = useReadOnly()
  return (
    <>
      {!isReadOnly && (
        <>
          <RenameHost />
          <EncapsulateHost />
        </>
      )}
      <AddRequestedTool />
      {adding && <AddNodeMenu key={`${adding.screen.x},${adding.screen.y}`} at={adding} onClose={onCloseAdd} />}
      {menu && (
        <CanvasMenu
          target={menu.target}
          screen={menu.screen}
          spotAt={spotAt}
          clipboard={clipboard}
          onClose={onCloseMenu}
        />
      )}
    </>
  )
}
