import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { popupStyle } from './popup-style.ts'

interface PopoverProps {
  trigger: ReactElement
  title?: ReactNode
  /** The accessible name without a title. */
  label?: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Sets the width: 348 for the tree of references. */
  className?: string
  /** The element that gets the focus first; by default the first control. */
  initialFocus?: () => HTMLElement | boolean
  children: ReactNode
}

export function Popover(props: PopoverProps) {
  const {
    trigger,
    title,
    label,
    align = 'start',
    side = 'bottom',
    open,
    onOpenChange,
    className,
    children,
    initialFocus,
  } = props
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} collisionPadding={8} className="z-popover">
          <Base.Popup
            aria-label={title ? undefined : label}
            initialFocus={initialFocus}
            className={popupStyle(
              cn('max-h-(--available-height) w-80 max-w-(--available-width) overflow-y-auto p-3', className),
            )}
          >
            {title && <Base.Title className="mb-2 font-semibold">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
