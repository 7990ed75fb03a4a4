import { useMutation, useQuery } from '@tanstack/react-query'
import { BookmarkCheck, Play, Rows3, Trash2 } from 'lucide-react'
import { addingToDataset } from '#lib/add-to-dataset.ts'
import { api } from '#lib/api.ts'
import { formatPercent, formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import { caseRunsQuery, casesQuery, refreshKnowledge } from '../knowledge.queries.ts'

interface CasesPanelProps {
  datasetId: string
  spaceId: string
  mayEdit: boolean
  onAsk: (question: string) => void
}

/** Saved questions: all are run at once, with the share of right answers over time. */
export function CasesPanel({ datasetId, spaceId, mayEdit, onAsk }: CasesPanelProps) {
  const t = useT('knowledge')
  const cases = useQuery(casesQuery(datasetId))
  const runs = useQuery(caseRunsQuery(datasetId))
  const run = useMutation({
    mutationFn: () => api.knowledge.runCases({ dataset_id: datasetId }),
    onSuccess: () => refreshKnowledge(),
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.knowledge.removeCase({ dataset_id: datasetId, case_id: id }, { toast: true }),
    onSuccess: () => refreshKnowledge(),
  })
  const results = new Map(run.data?.results.map((result) => [result.case_id, result]))
  if (cases.error) return <ErrorPanel error={cases.error} className="m-5" />
  if (!cases.data) return null
  if (cases.data.cases.length === 0)
    return <EmptyState icon={BookmarkCheck} title={t('cases.empty')} text={t('cases.emptyText')} />
  const history = [...(runs.data ?? [])].reverse().slice(-40)
  const last = history.at(-1)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <section aria-label={t('cases.rate')} className="flex items-end gap-6 border-b border-line bg-card px-5 py-3">
        <div>
          <p className="text-small text-mute">{t('cases.rate')}</p>
          <p className="text-figure font-semibold tabular-nums">
            {last ? formatPercent(last.total ? last.hits / last.total : 0) : t('cases.never')}
          </p>
          {last && (
            <p className="text-small text-mute">
              {t('cases.hits', { hits: last.hits, total: last.total })} ·{' '}
              <DateTime at={fromSeconds(last.create_time)} />
            </p>
          )}
        </div>
        <ol className="flex h-14 min-w-0 flex-1 items-end gap-1">
          {history.map((item) => {
            const share = item.total ? item.hits / item.total : 0
            const label = `${formatTime(fromSeconds(item.create_time))}: ${formatPercent(share)}`
            return (
              <li key={item.run_id} title={label} className="flex h-full w-3 flex-col justify-end">
                <span className="block rounded-xs bg-c1" style={{ height: `${Math.max(3, share * 100)}%` }} />
                <span className="sr-only">{label}</span>
              </li>
            )
          })}
        </ol>
        {mayEdit && (
          <Button kind="solid" icon={Play} busy={run.isPending} onClick={() => run.mutate()}>
            {t('cases.run')}
          </Button>
        )}
      </section>
      {run.error && <ErrorPanel error={run.error} className="m-5" />}
      <ul aria-label={t('cases.title')}>
        {cases.data.cases.map((testCase) => {
          const result = results.get(testCase.case_id)
          return (
            <li
              key={testCase.case_id}
              className="flex min-h-13 items-center gap-3 border-b border-line bg-card px-5 py-2 hover:bg-page"
            >
              <button
                type="button"
                onClick={() => onAsk(testCase.question)}
                className="focus-inset min-w-0 flex-1 rounded-xs text-left"
              >
                <span className="block truncate font-medium">{testCase.question}</span>
                <span className="block truncate text-small text-mute">
                  {testCase.expected.map((wanted) => wanted.text).join(' · ')}
                </span>
              </button>
              {result && (
                <Tag tone={result.is_hit ? 'ok' : 'err'}>
                  {result.is_hit
                    ? t('cases.hit', { rank: result.rank, score: result.score.toFixed(2) })
                    : t('cases.miss')}
                </Tag>
              )}
              <DateTime at={fromSeconds(testCase.create_time)} className="text-small text-mute" />
              <IconButton
                size="sm"
                icon={Rows3}
                label={t('cases.addToDataset', { question: testCase.question })}
                onClick={() =>
                  addingToDataset.set({
                    spaceId,
                    from: 'recall',
                    values: [
                      { name: 'question', text: testCase.question },
                      { name: 'expected', text: testCase.expected.map(({ text }) => text).join('\n') },
                    ],
                  })
                }
              />
              {mayEdit && (
                <IconButton
                  size="sm"
                  icon={Trash2}
                  label={t('cases.delete', { question: testCase.question })}
                  onClick={() => remove.mutate(testCase.case_id)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
