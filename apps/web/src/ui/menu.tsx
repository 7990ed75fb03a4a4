import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { popupStyle } from './popup-style.ts'

interface MenuProps {
  /** A Button or an IconButton. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  /** MenuItem, MenuCheck, MenuChoice, MenuSub, MenuLine, MenuLabel. */
  children: ReactNode
}

export function Menu({
  trigger,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  className,
  children,
}: MenuProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} className="z-popover">
          <Base.Popup
            className={popupStyle(`max-h-(--available-height) min-w-44 overflow-y-auto p-1 ${className ?? ''}`)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
