import { Link2Off, PowerOff } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { FailedPage, PageState } from '#ui/page-state.tsx'

interface ClosedProps {
  kind: 'offline' | 'missing' | 'failed'
  error?: unknown
  onRetry?: () => void
}

/** Replaces a public page that cannot be shown, with the reason and what the visitor can do. */
export function Closed({ kind, error, onRetry }: ClosedProps) {
  const t = useT('public-chat')
  if (kind === 'offline') return <PageState icon={PowerOff} title={t('offline')} text={t('offline.text')} />
  if (kind === 'missing') return <PageState icon={Link2Off} title={t('missing')} text={t('missing.text')} />
  return <FailedPage title={t('failed')} error={error} onRetry={onRetry} />
}
