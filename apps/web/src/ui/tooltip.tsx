import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import type { Keys } from '#lib/keys.ts'

interface Tip {
  text: ReactNode
  keys?: Keys
}

/** One tooltip for the whole app: a table of a hundred buttons mounts one instead of a hundred. */
export const sharedTooltip = Base.createHandle<Tip>()

interface TooltipProps extends Tip {
  /** The element that the hint describes; it must have an accessible name of its own. */
  children: ReactElement
  disabled?: boolean
}

export function Tooltip({ text, keys, children, disabled = false }: TooltipProps) {
  return (
    <Base.Trigger handle={sharedTooltip} payload={{ text, keys }} disabled={disabled} delay={400} render={children} />
  )
}
