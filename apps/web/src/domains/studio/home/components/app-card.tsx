import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { PublishTag, publishState } from '#ui/publish-tag.tsx'
import { isCopying, isFailedCopy, kindOf, type ListedApp } from '../home.queries.ts'
import type { AppActions } from '../use-app-actions.ts'
import { AppMenu } from './app-menu.tsx'
import { CopyingCard, FailedCard } from './copy-cards.tsx'

interface AppCardProps {
  app: ListedApp
  actions: AppActions
  onCopyTo: () => void
}

const hidden =
  'opacity-0 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100'

/** The card of a bot or project. */
export function AppCard({ app, actions, onCopyTo }: AppCardProps) {
  if (isCopying(app)) return <CopyingCard app={app} actions={actions} />
  if (isFailedCopy(app)) return <FailedCard app={app} actions={actions} />
  return <UsableCard app={app} actions={actions} onCopyTo={onCopyTo} />
}

function UsableCard({ app, actions, onCopyTo }: AppCardProps) {
  const t = useT('home')
  const { has_published: isPublished, has_unpublished_change: hasChanges } = app.publish_info
  const state = publishState(isPublished, hasChanges)
  const { basic_info: info, owner_info: owner } = app
  const kind = kindOf(app)
  const isFavourite = app.favorite_info.is_fav
  const { workflow_count: count } = app.other_info
  const workflows = count > 0 ? t('card.workflows', { count }) : ''
  return (
    <Card pressable className="flex h-42 flex-col" {...{ [`data-${kind}`]: info.id }}>
      <div className="flex items-start gap-3">
        <PictureTile id={info.id} kind={kind} src={info.icon_url} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-title font-semibold">
            <AppLink app={app} />
          </h2>
          <p className="truncate text-small text-mute">
            {[t(`card.${kind}`), kind === 'bot' ? app.other_info.model_name : workflows].filter(Boolean).join(' · ')}
          </p>
        </div>
        {/* Overlaps the end of the name on hover or focus; otherwise the name uses the full width. */}
        <div className={cn('relative', isFavourite ? 'w-6' : 'w-0')}>
          <div className="absolute -top-1 -right-1 z-1 flex rounded-md group-focus-within/card:bg-card group-hover/card:bg-card pointer-coarse:bg-card">
            <span className={hidden}>
              <AppMenu app={app} actions={actions} onCopyTo={onCopyTo} />
            </span>
            <IconButton
              icon={Star}
              label={t(isFavourite ? 'card.unstar' : 'card.star', { name: info.name })}
              aria-pressed={isFavourite}
              onClick={() => actions.onFavourite(app)}
              className={isFavourite ? 'text-star hover:text-star [&_svg]:fill-current' : hidden}
            />
          </div>
        </div>
      </div>
      <p className="mt-2.5 line-clamp-2 text-mute wrap-anywhere">{info.description || t('card.noDescription')}</p>
      <div className="mt-auto flex items-center gap-2 text-small text-mute">
        <Avatar name={owner.nickname} id={owner.user_id} src={owner.avatar_url} size={18} decorative />
        <span className="min-w-0 flex-1 truncate">
          {state === 'published' ? t('card.published') : t('card.edited')}{' '}
          <DateTime at={fromSeconds(state === 'published' ? app.publish_info.publish_time : info.update_time)} />
        </span>
        <PublishTag state={state} />
      </div>
    </Card>
  )
}

/** The card is a link; its buttons are layered above it. */
function AppLink({ app }: { app: ListedApp }) {
  const { id, name, space_id } = app.basic_info
  const className = 'rounded-sm after:absolute after:inset-0 after:rounded-lg'
  return kindOf(app) === 'bot' ? (
    <Link
      to="/space/$space_id/bot/$bot_id"
      params={{ space_id, bot_id: id }}

      className={className}
    >
      {name}
    </Link>
  ) : (
    <Link
      to="/space/$space_id/project-ide/$project_id"
      params={{ space_id, project_id: id }}

      className={className}
    >
      {name}
    </Link>
  )
}
