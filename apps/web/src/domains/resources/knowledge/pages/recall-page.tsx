import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Bookmark, Download, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { useShortcuts } from '#lib/shortcuts.ts'
import { usePageTitle } from '#lib/title.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { formatOf } from '../base-format.ts'
import { type Base, baseQuery, casesQuery } from '../knowledge.queries.ts'
import { CasesPanel } from '../recall/cases-panel.tsx'
import { QuestionPanel } from '../recall/question-panel.tsx'
import { RecallResult } from '../recall/recall-result.tsx'
import { useRecall } from '../recall/use-recall.ts'
import { saveText } from '../save-text.ts'

const from = '/signed/space/$space_id/knowledge/$dataset_id/recall' as const

/** Tests which slices of a base a question finds. */
export function RecallPage() {
  const t = useT('knowledge')
  const { dataset_id: datasetId } = useParams({ from })
  const query = useQuery({ ...baseQuery(datasetId), refetchInterval: false })
  return (
    <QueryPage query={query} failed={t('page.failed')} missing={t('page.missing')}>
      {(base) => <Recall base={base} />}
    </QueryPage>
  )
}

function Recall({ base }: { base: Base }) {
  const t = useT('knowledge')
  const { dataset_id: datasetId, space_id: spaceId } = base
  usePageTitle(`${t('recall.title')} · ${base.name}`)
  const [tab, setTab] = useState<'result' | 'cases'>('result')
  const cases = useQuery(casesQuery(datasetId)).data
  const recall = useRecall(datasetId)
  const { question, setQuestion, settings, setSettings, right, toggle, ask, keep } = recall
  const answer = ask.data
  const run = (asked = question) => {
    if (recall.run(asked)) setTab('result')
  }
  useKeys('mod+Enter', () => run())
  useKeys('g', () => {
    const first = answer?.hits[0]
    if (first) toggle(first.slice_id)
  })
  const shortcuts = [
    { keys: 'mod+Enter', label: t('recall.run') },
    { keys: 'g', label: t('keys.right') },
  ]
  useShortcuts({ id: 'recall', title: t('recall.title'), shortcuts })
  const home = (
    <Link to="/space/$space_id/knowledge/$dataset_id" params={{ space_id: spaceId, dataset_id: datasetId }} />
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        back={home}
        crumbs={[
          {
            label: t('library'),
            link: <Link to="/space/$space_id/library/knowledge" params={{ space_id: spaceId }} />,
          },
          { label: base.name, link: home },
        ]}
        title={t('recall.title')}
        actions={
          <>
            <Button
              icon={Download}
              disabled={!answer}
              onClick={() => answer && saveText(`recall-${datasetId}.json`, JSON.stringify(answer, null, 2))}
            >
              {t('recall.export')}
            </Button>
            {base.can_edit && answer && right.size === 0 && (
              <span className="text-small text-mute max-lg:hidden">{t('cases.needRight')}</span>
            )}
            {base.can_edit && (
              <Button
                kind="solid"
                icon={Bookmark}
                disabled={!answer || right.size === 0}
                busy={keep.isPending}
                onClick={() => keep.mutate()}
              >
                {t('cases.save')}
              </Button>
            )}
          </>
        }
      />
      <div className="flex min-h-0 flex-1 max-sm:flex-col max-sm:overflow-y-auto">
        <QuestionPanel
          spaceId={base.space_id}
          format={formatOf(base.format_type)}
          question={question}
          onQuestion={setQuestion}
          settings={settings}
          onSettings={setSettings}
          earlier={recall.earlier}
          isRunning={ask.isPending}
          onRun={() => run()}
        />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-page">
          <Tabs
            label={t('recall.title')}
            className="bg-card"
            value={tab}
            onChange={setTab}
            items={[
              { value: 'result', label: t('recall.results') },
              { value: 'cases', label: t('cases.title'), count: cases?.total },
            ]}
          />
          {tab === 'cases' ? (
            <CasesPanel
              datasetId={datasetId}
              spaceId={spaceId}
              mayEdit={base.can_edit}
              onAsk={(asked) => {
                setQuestion(asked)
                run(asked)
              }}
            />
          ) : ask.error ? (
            <ErrorPanel error={ask.error} className="m-5" />
          ) : answer ? (
            <RecallResult
              answer={answer}
              spaceId={spaceId}
              settings={settings}
              right={right}
              onRight={toggle}
              onLimit={(minScore) => setSettings({ ...settings, minScore })}
            />
          ) : (
            <EmptyState icon={FlaskConical} title={t('recall.start')} text={t('recall.startText')} />
          )}
        </div>
      </div>
      <FootBar hints={shortcuts}>{t('recall.foot')}</FootBar>
    </div>
  )
}
