import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { popupStyle } from './popup-style.ts'

interface ContextMenuProps {
  /** The element that opens the menu on a right click or long press. */
  target: ReactElement
  /** The same children as in a Menu. */
  children: ReactNode
}

/** A shortcut for actions that a button offers too: nothing may be reachable only by it. */
export function ContextMenu({ target, children }: ContextMenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={target} />
      <Base.Portal>
        <Base.Positioner className="z-popover">
          <Base.Popup className={popupStyle('min-w-44 p-1')}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
