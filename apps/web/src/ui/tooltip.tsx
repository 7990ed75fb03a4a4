import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import type { Keys } from '#lib/keys.ts'

interface Tip {
  text: ReactNode
  keys?: Keys
}

/** One bubble for the whole app: a table of hundred buttons mounts one tooltip, not hundred. */
export const sharedTooltip = Base.createHandle<Tip>()

interface TooltipProps extends Tip {
  /** The element the hint belongs to; it must have a name of its own. */
  children: ReactElement
  disabled?: boolean
}

export function Tooltip({ text, keys, children, disabled = false }: TooltipProps) {
  return (
    <Base.Trigger handle={sharedTooltip} payload={{ text, keys }} disabled={disabled} delay={400} render={children} />
  )
}
