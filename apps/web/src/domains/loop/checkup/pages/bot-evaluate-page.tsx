import { useNavigate, useSearch } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Tabs } from '#ui/tabs.tsx'
import { BotViewPage } from '#domains/studio/bot/index.ts'
import { CheckupPanel } from '../components/checkup-panel.tsx'
import { ComparePanel } from '../components/compare-panel.tsx'
import { objectOf } from '../compare-form.ts'

/** The tab Evaluate of a bot: its check-up and its comparisons. */
export function BotEvaluatePage() {
  return <BotViewPage view="evaluate">{(botId) => <Parts key={botId} botId={botId} />}</BotViewPage>
}
function Parts({ botId }: { botId: string }) {
  const t = useT('checkup')
  const space = useSpace()
  const navigate = useNavigate()
  const { part = 'checkup', batch = '' } = useSearch({ from: '/signed/space/$space_id/bot/$bot_id/evaluate' })
  const go = (search: { part?: string; batch?: string }) =>
    void navigate({
      to: '/space/$space_id/bot/$bot_id/evaluate',
      params: { space_id: space.id, bot_id: botId },
      search,
    })
  const isCompare = part === 'compare'
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <Tabs
        size="page"
        label={t('tabs')}
        items={[
          { value: 'checkup', label: t('tab.checkup') },
          { value: 'compare', label: t('tab.compare') },
        ]}
        value={isCompare ? 'compare' : 'checkup'}
        onChange={(next) => go(next === 'compare' ? { part: next } : {})}
      />
      {isCompare ? (
        <ComparePanel
          spaceId={space.id}
          batchId={batch}
          onOpen={(id) => go({ part: 'compare', ...(id && { batch: id }) })}
          first={objectOf('bot', botId, '', 'draft')}
        />
      ) : (
        <CheckupPanel spaceId={space.id} botId={botId} />
      )}
    </div>
  )
}
