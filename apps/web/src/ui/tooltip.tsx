import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import type { Keys } from '#lib/keys.ts'
import { KeyCap } from './key-cap.tsx'

interface Tip {
  text: ReactNode
  keys?: Keys
}

/** One bubble for the whole app: a table of hundred buttons mounts one tooltip, not hundred. */
const shared = Base.createHandle<Tip>()

interface TooltipProps extends Tip {
  /** The element the hint belongs to; it must have a name of its own. */
  children: ReactElement
  disabled?: boolean
}

export function Tooltip({ text, keys, children, disabled = false }: TooltipProps) {
  return <Base.Trigger handle={shared} payload={{ text, keys }} disabled={disabled} delay={400} render={children} />
}

/** Stands once, near the root. */
export function TooltipHost() {
  return (
    <Base.Root handle={shared}>
      {({ payload }) => (
        <Base.Portal>
          <Base.Positioner sideOffset={6} className="z-tooltip">
            <Base.Popup className="pop-motion flex max-w-72 items-center gap-2 rounded-md bg-tip px-2 py-1 text-small text-white shadow-float">
              <span className="min-w-0 wrap-anywhere">{payload?.text}</span>
              {payload?.keys && <KeyCap keys={payload.keys} plain />}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  )
}
