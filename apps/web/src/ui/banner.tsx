import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatTime, formatWait, type Moment } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'

const looks = {
  info: { icon: Info, style: 'bg-info-soft text-info' },
  warn: { icon: TriangleAlert, style: 'bg-warn-soft text-warn' },
  err: { icon: CircleAlert, style: 'bg-err-soft text-err' },
}

interface BannerProps {
  tone?: keyof typeof looks
  action?: ReactNode
  onClose?: () => void
  /** A rounded box inside the page instead of a bar across it. */
  inset?: boolean
  children: ReactNode
}

export function Banner({ tone = 'info', action, onClose, inset, children }: BannerProps) {
  const t = useT('ui')
  const { icon, style } = looks[tone]
  return (
    <div
      role="status"
      className={cn('flex min-h-9 items-center gap-2 px-5 py-1 text-small', style, inset && 'rounded-md px-3')}
    >
      <Icon of={icon} size={14} className="shrink-0" />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {action}
      {onClose && <IconButton size="sm" icon={X} label={t('close')} onClick={onClose} className="text-inherit" />}
    </div>
  )
}

interface OfflineBannerProps {
  since: Moment
  /** Milliseconds until the next attempt. */
  retryIn: number
  onRetry: () => void
}

export function OfflineBanner({ since, retryIn, onRetry }: OfflineBannerProps) {
  const t = useT('ui')
  return (
    <Banner
      tone="warn"
      action={
        <Button size="xs" kind="quiet" onClick={onRetry}>
          {t('offline.now')}
        </Button>
      }
    >
      {/* Announced once; the countdown is only visible. */}
      <span className="sr-only">{t('offline.said', { since: formatTime(since) })}</span>
      <span aria-hidden>{t('offline.text', { since: formatTime(since), wait: formatWait(retryIn) })}</span>
    </Banner>
  )
}
