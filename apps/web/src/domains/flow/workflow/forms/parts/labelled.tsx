import { createContext, type ReactNode, useContext } from 'react'
import { cn } from '#lib/class-names.ts'

interface LabelledProps {
  label: ReactNode
  /** Label and control in one line. */
  inline?: boolean
  help?: ReactNode
  error?: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** The text of the heading above; a caption with the same text is hidden. */
export const HeadingContext = createContext('')

/** A visible caption for a control that already has an accessible name. */
export function Labelled({ label, inline = false, help, error, aside, className, children }: LabelledProps) {
  const isRepeated = useContext(HeadingContext) === label && !inline && !aside
  return (
    <div
      className={cn('min-w-0', inline ? 'flex items-center justify-between gap-3' : 'flex flex-col gap-1', className)}
    >
      <div
        className={cn('flex min-w-0 items-center justify-between gap-2', inline && 'flex-1', isRepeated && 'sr-only')}
      >
        <span className="min-w-0 text-small text-mute">{label}</span>
        {aside}
      </div>
      {children}
      {error ? (
        <p className="text-small text-err">{error}</p>
      ) : (
        help && <p className={cn('text-small text-mute', inline && 'sr-only')}>{help}</p>
      )}
    </div>
  )
}
