import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PictureTile } from '../../../ui/picture-tile.tsx'
import { Progress } from '../../../ui/progress.tsx'
import type { ListedBot } from '../home.queries.ts'

/** A copy whose resources are still on their way. */
export function CopyingCard({ bot }: { bot: ListedBot }) {
  const t = useT('home')
  return (
    <Card tone="pending" className="flex h-42 flex-col">
      <Head bot={bot} />
      <div className="mt-auto">
        <Progress value={null} thin label={t('copying')} />
        <p className="mt-1.5 text-small text-mute">{t('copying.text')}</p>
      </div>
    </Card>
  )
}

interface FailedCardProps {
  bot: ListedBot
  onRetry: () => void
  /** Goes on without what could not be copied. */
  onSkip: () => void
  onRemove: () => void
}

/** A copy that could not be finished: why, and what can be done about it. */
export function FailedCard({ bot, onRetry, onSkip, onRemove }: FailedCardProps) {
  const t = useT('home')
  return (
    <Card tone="failed" className="flex h-42 flex-col">
      <Head bot={bot} />
      <p role="alert" className="mt-3 flex gap-1.5 text-small text-err">
        <Icon of={CircleAlert} size={14} className="mt-0.5 shrink-0" />
        <span className="line-clamp-2 wrap-anywhere">
          {bot.copy_error ? t('copyFailed.why', { why: bot.copy_error }) : t('copyFailed')}
        </span>
      </p>
      <div className="mt-auto flex gap-2">
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          {t('copyFailed.retry')}
        </Button>
        <Button size="sm" kind="quiet" onClick={onSkip}>
          {t('copyFailed.skip')}
        </Button>
        {bot.deletable && (
          <Button size="sm" kind="quiet" onClick={onRemove}>
            {t('menu.delete')}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Head({ bot }: { bot: ListedBot }): ReactNode {
  const t = useT('home')
  return (
    <div className="flex items-start gap-3">
      <PictureTile id={bot.id} kind="bot" src={bot.icon_url} dimmed />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-title font-semibold">{bot.name}</h2>
        <p className="text-small text-mute">{t('card.bot')}</p>
      </div>
    </div>
  )
}
