import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, Dices, Swords } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { arenaBotsQuery, arenaModelsQuery } from '../arena.queries.ts'
import { BattleView } from '../components/battle-view.tsx'
import { useBattle } from '../use-battle.ts'

const card = 'flex flex-col items-start gap-3 rounded-lg bg-card p-5 shadow-card'

/** The choice of what to compare, then the battle itself. */
export function ArenaPage() {
  const t = useT('arena')
  const fight = useBattle()
  const models = useQuery(arenaModelsQuery)
  const bots = useQuery(arenaBotsQuery)
  const [last, setLast] = useState<{ productId?: string; botName?: string }>({})
  const begin = (choice: { productId?: string; botName?: string }) => {
    setLast(choice)
    fight.begin.mutate(choice)
  }
  const beginRandom = async () => {
    const { product_id: productId } = await api.arena.randomBot({}, { toast: true })
    begin({ productId, botName: bots.data?.find((bot) => bot.product_id === productId)?.name ?? '' })
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        title={t('title')}
        beside={fight.battle?.botName ? <Tag icon={Bot}>{fight.battle.botName}</Tag> : undefined}
        actions={
          <>
            {fight.battle && <Button onClick={fight.leave}>{t('leave')}</Button>}
            <Link to="/explore/arena/leaderboard" className={buttonStyle('plain')}>
              {t('board.title')}
            </Link>
          </>
        }
      />
      {fight.battle ? (
        <BattleView key={fight.battle.id} fight={fight} onAgain={() => begin(last)} />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-5">
          <p className="max-w-160 text-mute">{t('intro')}</p>
          {fight.begin.error ? <ErrorPanel error={fight.begin.error} /> : null}
          <div className="grid gap-4 sm:grid-cols-2">
            <section aria-label={t('plain.title')} className={card}>
              <Icon of={Swords} className="text-brand" />
              <h2 className="font-semibold">{t('plain.title')}</h2>
              <p className="text-small text-mute">{t('plain.text')}</p>
              <Button kind="solid" busy={fight.begin.isPending} onClick={() => begin({})}>
                {t('plain.start')}
              </Button>
            </section>
            <section aria-label={t('bot.title')} className={card}>
              <Icon of={Bot} className="text-brand" />
              <h2 className="font-semibold">{t('bot.title')}</h2>
              <p className="text-small text-mute">{bots.data?.length === 0 ? t('bot.none') : t('bot.text')}</p>
              <Button
                icon={Dices}
                disabled={!bots.data?.length || fight.begin.isPending}
                onClick={() => void beginRandom()}
              >
                {t('bot.random')}
              </Button>
              <ul className="flex w-full flex-col">
                {bots.data?.map((bot) => (
                  <li key={bot.product_id} className="flex min-h-10 items-center gap-3 border-t border-line">
                    <span className="min-w-0 flex-1 truncate">{bot.name}</span>
                    <Button
                      size="sm"
                      aria-label={t('bot.startIn', { name: bot.name })}
                      onClick={() => begin({ productId: bot.product_id, botName: bot.name })}
                    >
                      {t('bot.start')}
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          </div>
          <section aria-label={t('models.title')}>
            <h2 className="mb-2 font-semibold">{t('models.title')}</h2>
            <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
              {models.data?.map((model) => (
                <li key={model.id} className="rounded-md bg-card px-4 py-3 shadow-card">
                  <p className="truncate font-medium">{model.name}</p>
                  <p className="truncate text-small text-mute">{model.brief_desc || model.company}</p>
                </li>
              ))}
            </ul>
          </section>
          <p className="max-w-160 text-small text-mute">{t('honesty')}</p>
        </div>
      )}
    </div>
  )
}
