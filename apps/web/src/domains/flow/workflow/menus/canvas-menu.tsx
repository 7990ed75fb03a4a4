import { Menu } from '@base-ui/react/menu'
import { type ReactNode, useMemo } from 'react'
import { popupStyle } from '#ui/popup-style.ts'
import type { MenuTarget } from '../canvas/canvas-context.ts'
import type { Spot } from '../canvas/commands/insert-commands.ts'
import type { ClipboardTools } from '../canvas/commands/use-clipboard.ts'
import type { Point } from '../document/canvas.ts'
import { backToCanvas } from './back-to-canvas.ts'
import { EdgeItems, GroupItems, PaneItems } from './other-items.tsx'
import { NodeItems } from './node-items.tsx'

interface CanvasMenuProps {
  target: MenuTarget
  screen: Point
  spotAt: (screen: Point) => Spot
  clipboard: ClipboardTools
  onClose: () => void
}

/** The context menu of a node, an edge, a group or the pane. */
export function CanvasMenu({ target, screen, spotAt, clipboard, onClose }: CanvasMenuProps) {
  const items: Record<MenuTarget['is'], () => ReactNode> = {
    node: () => target.is === 'node' && <NodeItems nodeId={target.nodeId} screen={screen} clipboard={clipboard} />,
    edge: () => target.is === 'edge' && <EdgeItems edgeId={target.edgeId} screen={screen} />,
    group: () => target.is === 'group' && <GroupItems groupId={target.groupId} />,
    pane: () => <PaneItems screen={screen} spotAt={spotAt} clipboard={clipboard} />,
  }
  const anchor = useMemo(
    () => ({ getBoundingClientRect: () => new DOMRect(screen.x, screen.y, 0, 0) }),
    [screen.x, screen.y],
  )
  return (
    <Menu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="bottom" align="start" collisionPadding={8} className="z-popover">
          <Menu.Popup
            finalFocus={backToCanvas}
            className={popupStyle('max-h-(--available-height) min-w-52 overflow-y-auto p-1')}
          >
            {items[target.is]()}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
