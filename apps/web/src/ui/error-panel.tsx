import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { CopyTextButton } from './copy-button.tsx'
import { Icon } from './icon.tsx'

interface ErrorPanelProps {
  /** Defaults to the message of the error. */
  title?: ReactNode
  /** The cause and the remedy. */
  children?: ReactNode
  /** The thrown error: provides the log id, and the text if no title is given. */
  error?: unknown
  /** A link or button that fixes the cause. */
  action?: ReactNode
  className?: string
}

export function ErrorPanel({ title, children, error, action, className }: ErrorPanelProps) {
  const t = useT('ui')
  const { message, logId } = describeError(error)
  const first = title ?? (message || t('error.unknown'))
  const second = children ?? (title ? message : undefined)
  return (
    <div role="alert" className={cn('flex gap-2 rounded-md bg-err-soft px-3 py-2', className)}>
      <Icon of={CircleAlert} className="mt-0.5 shrink-0 text-err" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium text-err">{first}</p>
        {second && <p>{second}</p>}
        {(logId || action) && (
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
            {action}
            {logId && (
              <span className="flex items-center gap-1 text-mute">
                <code className="text-code-caption">{logId}</code>
                <CopyTextButton text={logId} label={t('copyLogId')} />
              </span>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
