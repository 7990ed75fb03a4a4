import { Field as Base } from '@base-ui/react/field'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from './icon.tsx'

interface FieldProps {
  label?: ReactNode
  /** Shown right of the label: a link, a counter. */
  aside?: ReactNode
  help?: ReactNode
  /** Replaces the help. */
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Settings have labels at the left, panels above the control. */
  layout?: 'above' | 'left'
  className?: string
  children: ReactNode
}

/** Connects a control with its label, help and error, visually and for screen readers. */
export function Field({
  label,
  aside,
  help,
  error,
  required,
  disabled,
  layout = 'above',
  className,
  children,
}: FieldProps) {
  const t = useT('ui')
  const left = layout === 'left'
  return (
    <Base.Root
      invalid={Boolean(error)}
      disabled={disabled}
      className={cn('flex min-w-0', left ? 'flex-row items-start gap-4' : 'flex-col gap-1', className)}
    >
      {label && (
        <div className={cn('flex items-baseline justify-between gap-2', left && 'w-28 shrink-0 pt-1.5')}>
          <Base.Label className="font-medium">
            {label}
            {required && (
              <span className="ml-1 text-err" aria-label={t('required')} role="img">
                *
              </span>
            )}
          </Base.Label>
          {aside && <span className="text-small text-mute">{aside}</span>}
        </div>
      )}
      <div className={cn('flex min-w-0 flex-col gap-1', left && 'flex-1')}>
        {children}
        {error ? (
          <Base.Error match className="flex gap-1.5 text-small text-err">
            <Icon of={CircleAlert} size={14} className="mt-0.5 shrink-0" />
            <span className="min-w-0">{error}</span>
          </Base.Error>
        ) : (
          help && <Base.Description className="text-small text-mute">{help}</Base.Description>
        )}
      </div>
    </Base.Root>
  )
}
