import { BotStatus } from '@orrery/contract/shared/bot-enums'
import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { cn } from '../../../lib/class-names.ts'
import { fromSeconds } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PictureTile } from '../../../ui/picture-tile.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { cardState } from '../card-state.ts'
import type { ListedBot } from '../home.queries.ts'
import { BotMenu, type BotMenuActions } from './bot-menu.tsx'
import { CopyingCard, FailedCard } from './copy-cards.tsx'

interface BotCardProps {
  bot: ListedBot
  spaceId: string
  actions: BotMenuActions & { onFavourite: (bot: ListedBot) => void; onRetry: (bot: ListedBot, skip?: boolean) => void }
}

export function BotCard({ bot, spaceId, actions }: BotCardProps) {
  if (bot.status === BotStatus.copying) return <CopyingCard bot={bot} />
  if (bot.status === BotStatus.copyFailed || bot.status === BotStatus.moveFailed)
    return (
      <FailedCard
        bot={bot}
        onRetry={() => actions.onRetry(bot)}
        onSkip={() => actions.onRetry(bot, true)}
        onRemove={() => actions.onDelete(bot)}
      />
    )
  return <UsableCard bot={bot} spaceId={spaceId} actions={actions} />
}

function UsableCard({ bot, spaceId, actions }: BotCardProps) {
  const t = useT('home')
  const state = cardState(bot)
  return (
    <Card pressable className="flex h-42 flex-col" data-bot={bot.id}>
      <div className="flex items-start gap-3">
        <PictureTile id={bot.id} kind="bot" src={bot.icon_url} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-title font-semibold">
            {/* The whole card is the link; what can be pressed on it stands above. */}
            <Link
              to="/space/$space_id/bot/$bot_id"
              params={{ space_id: spaceId, bot_id: bot.id }}
              state={{ scene: 'list.open.bot' }}
              className="rounded-sm after:absolute after:inset-0 after:rounded-lg"
            >
              {bot.name}
            </Link>
          </h2>
          <p className="truncate text-small text-mute">
            {[t('card.bot'), bot.model_name || bot.model_info.model_name].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="relative z-1 -mt-1 -mr-1 flex">
          <span className="flex opacity-0 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
            <BotMenu bot={bot} {...actions} />
          </span>
          <IconButton
            icon={Star}
            label={bot.is_fav ? t('card.unstar', { name: bot.name }) : t('card.star', { name: bot.name })}
            aria-pressed={bot.is_fav}
            onClick={() => actions.onFavourite(bot)}
            className={cn(
              'transition-opacity',
              bot.is_fav
                ? 'text-star hover:text-star [&_svg]:fill-current'
                : 'opacity-0 group-focus-within/card:opacity-100 group-hover/card:opacity-100 pointer-coarse:opacity-100',
            )}
          />
        </div>
      </div>
      <p className="mt-2.5 line-clamp-2 text-mute wrap-anywhere">{bot.description || t('card.noDescription')}</p>
      <div className="mt-auto flex items-center gap-2 text-small text-mute">
        <Avatar name={bot.creator.name} id={bot.creator.id} src={bot.creator.avatar_url} size={18} decorative />
        <span className="min-w-0 flex-1 truncate">
          {state === 'published' ? t('card.published') : t('card.edited')}{' '}
          <DateTime at={fromSeconds(state === 'published' ? bot.publish_time : bot.update_time)} />
        </span>
        <StateTag state={state} />
      </div>
    </Card>
  )
}

function StateTag({ state }: { state: ReturnType<typeof cardState> }) {
  const t = useT('home')
  const tones = { draft: 'warn', published: 'ok', pending: 'brand' } as const
  return <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>
}
