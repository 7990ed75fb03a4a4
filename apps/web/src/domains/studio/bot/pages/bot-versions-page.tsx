import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useT } from '#lib/i18n.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useRights } from '#domains/ground/collaborator/index.ts'
import { BotViewPage } from '../components/frame/bot-view-page.tsx'
import { ActsPanel } from '../components/versions/acts-panel.tsx'
import { CollaborationBar, CollaborationSwitch } from '../components/versions/collaboration-bar.tsx'
import { HistoryPanel } from '../components/versions/history-panel.tsx'
import { RulesPanel } from '../components/versions/rules-panel.tsx'
import { ServingPanel } from '../components/versions/serving-panel.tsx'

// Loaded lazily: the graph library is large and rarely used.
const TopologyPanel = lazy(() =>
  import('../components/versions/topology-panel.tsx').then((module) => ({ default: module.TopologyPanel })),
)
const tabs = ['serving', 'rules', 'history', 'acts', 'topology'] as const
type Tab = (typeof tabs)[number]

/** The versions of a bot: which are served where, by which rules, and the parts of the bot. */
export function BotVersionsPage() {
  const { space_id: spaceId = '' } = useParams({ strict: false })
  return (
    <BotViewPage view="versions" isOpen>
      {(botId) => <Versions key={botId} of={{ space_id: spaceId, bot_id: botId }} />}
    </BotViewPage>
  )
}

function Versions({ of }: { of: { space_id: string; bot_id: string } }) {
  const t = useT('version')
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { tab?: string }
  const tab = tabs.find((one) => one === search.tab) ?? 'serving'
  const may = useRights('bot', of.bot_id)
  return (
    <>
      <CollaborationBar of={of} />
      <Tabs<Tab>
        size="page"
        label={t('title')}
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={(next) =>
          void navigate({
            to: '/space/$space_id/bot/$bot_id/versions',
            params: of,
            search: next === 'serving' ? {} : { tab: next },
            replace: true,
          })
        }
        after={<CollaborationSwitch of={of} mayChange={may('deleteCollaborator')} />}
      />
      {tab === 'serving' && <ServingPanel of={of} mayPublish={may('publish')} mayRollBack={may('rollback')} />}
      {tab === 'rules' && <RulesPanel of={of} />}
      {tab === 'history' && <HistoryPanel of={of} mayRollBack={may('rollback')} />}
      {tab === 'acts' && <ActsPanel of={of} />}
      {tab === 'topology' && (
        <Suspense fallback={<Skeleton className="m-5 h-64" />}>
          <TopologyPanel of={of} />
        </Suspense>
      )}
    </>
  )
}
