import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'

/** The server records visits once a minute. */
const nowFor = 3 * 60_000

export function LastActive({ at, now }: { at: number; now: number }) {
  const t = useT('space')
  if (at === 0) return <span className="text-mute">{t('active.never')}</span>
  if (now - at > nowFor) return <DateTime at={at} className="text-mute" />
  return (
    <span className="flex items-center gap-1.5 text-ok">
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-ok-solid" />
      {t('active.now')}
    </span>
  )
}
