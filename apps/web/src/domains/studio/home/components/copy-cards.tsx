import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { Progress } from '#ui/progress.tsx'
import { kindOf, type ListedApp } from '../home.queries.ts'
import type { AppActions } from '../use-app-actions.ts'

interface CopyCardProps {
  app: ListedApp
  actions: AppActions
}

/** The card of a copy that is still in progress. */
export function CopyingCard({ app, actions }: CopyCardProps) {
  const t = useT('home')
  return (
    <Card tone="pending" className="flex h-42 flex-col" data-copy={app.basic_info.id}>
      <Head app={app} />
      <div className="mt-auto">
        <Progress value={null} thin label={t('copying')} />
        <div className="mt-1.5 flex items-center gap-2 text-small text-mute">
          <p className="min-w-0 flex-1">{t('copying.text')}</p>
          {app.permission_info.can_delete && (
            <Button size="sm" kind="quiet" onClick={() => actions.onCancel(app)}>
              {t('copying.cancel')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

/** The card of a failed copy, with the reason and the possible actions. */
export function FailedCard({ app, actions }: CopyCardProps) {
  const t = useT('home')
  const { copy_error: why } = app.other_info
  return (
    <Card tone="failed" className="flex h-42 flex-col" data-copy={app.basic_info.id}>
      <Head app={app} />
      <p role="alert" className="mt-3 flex gap-1.5 text-small text-err">
        <Icon of={CircleAlert} size={14} className="mt-0.5 shrink-0" />
        <span className="line-clamp-2 wrap-anywhere">{why ? t('copyFailed.why', { why }) : t('copyFailed')}</span>
      </p>
      <div className="mt-auto flex gap-2">
        <Button size="sm" icon={RotateCw} onClick={() => actions.onRetry(app)}>
          {t('copyFailed.retry')}
        </Button>
        {kindOf(app) === 'bot' && (
          <Button size="sm" kind="quiet" onClick={() => actions.onRetry(app, true)}>
            {t('copyFailed.skip')}
          </Button>
        )}
        {app.permission_info.can_delete && (
          <Button size="sm" kind="quiet" onClick={() => actions.onCancel(app)}>
            {t('copyFailed.cancel')}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Head({ app }: { app: ListedApp }): ReactNode {
  const t = useT('home')
  const { id, name, icon_url: picture } = app.basic_info
  const kind = kindOf(app)
  return (
    <div className="flex items-start gap-3">
      <PictureTile id={id} kind={kind} src={picture} dimmed />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-title font-semibold">{name}</h2>
        <p className="text-small text-mute">{t(`card.${kind}`)}</p>
      </div>
    </div>
  )
}
