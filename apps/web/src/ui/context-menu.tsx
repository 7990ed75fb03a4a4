import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { popupStyle } from './popup-style.ts'

interface ContextMenuProps {
  /** The element that is pressed with the second button, or long. */
  target: ReactElement
  /** The same parts as in a Menu. */
  children: ReactNode
}

/** A shortcut to what a button offers as well: nothing may be reachable by it alone. */
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
