import { CheckupStatus } from '@orrery/contract/shared/checkup-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Stethoscope } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { checkupQuery, type CheckupView, refreshCheckup, type Report } from '../checkup.queries.ts'
import { usePushed } from '../use-pushed.ts'
import { FindingList } from './finding-list.tsx'
import { HistoryLine } from './history-line.tsx'
import { ModuleRadar } from './module-radar.tsx'
import { QuestionList } from './question-list.tsx'
import { StartDialog } from './start-dialog.tsx'

const verdictTones = { better: 'ok', worse: 'err', same: 'grey', unknown: 'grey' } as const satisfies Record<
  string,
  Tone
>
type Running = Pick<Report, 'status' | 'progress' | 'done_rows' | 'rows'>
const isRunning = ({ status }: Pick<Report, 'status'>) => status <= CheckupStatus.processing

/** The latest check-up of a bot, its findings, and the scores of earlier ones. */
export function CheckupPanel({ spaceId, botId }: { spaceId: string; botId: string }) {
  const t = useT('checkup')
  const query = useQuery(checkupQuery(botId))
  const [isStarting, setStarting] = useState(false)
  if (query.error) return <ErrorPanel className="m-5" title={t('failed')} error={query.error} />
  if (!query.data) return <Skeleton className="m-5 h-64" />
  const view = query.data
  const start = view.may_start && view.is_enabled && (
    <Button kind="solid" onClick={() => setStarting(true)}>
      {t('start')}
    </Button>
  )
  return (
    <>
      {!view.is_enabled ? (
        <EmptyState icon={Stethoscope} title={t('off')} text={t('offText')} />
      ) : view.report ? (
        <Shown spaceId={spaceId} botId={botId} view={view} report={view.report} start={start} />
      ) : (
        <EmptyState
          icon={Stethoscope}
          title={t('empty')}
          text={t('emptyText', { example: view.example })}
          action={start}
        />
      )}
      {isStarting && <StartDialog spaceId={spaceId} botId={botId} view={view} onClose={() => setStarting(false)} />}
    </>
  )
}
interface ShownProps {
  spaceId: string
  botId: string
  view: CheckupView
  report: Report
  start: ReactNode
}
function Shown({ spaceId, botId, view, report, start }: ShownProps) {
  const t = useT('checkup')
  const refresh = () => refreshCheckup(botId)
  const of = { space_id: spaceId, batch_task_id: report.batch_task_id }
  const pushed = usePushed<Running>(
    isRunning(report)
      ? (signal) => api.checkupTab.events({ bot_id: botId, batch_task_id: report.batch_task_id }, { signal })
      : undefined,
    report.batch_task_id,
    () => void refresh(),
  )
  const kill = useMutation({ mutationFn: () => api.checkupTask.kill(of), onSettled: refresh })
  const retry = useMutation({ mutationFn: () => api.checkupTask.retry(of), onSettled: refresh })
  const now = pushed ?? report
  const hasGaps = report.status === CheckupStatus.terminated || report.status === CheckupStatus.error
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-5 py-4">
      {isRunning(report) ? (
        <section className="flex flex-col gap-3" aria-live="polite">
          <Progress
            label={t(now.rows ? 'running' : 'creating')}
            value={now.rows ? now.progress / 100 : null}
            note={t('done', { done: now.done_rows, all: now.rows })}
          />
          {view.may_start && (
            <div>
              <Button busy={kill.isPending} onClick={() => kill.mutate()}>
                {t('stop')}
              </Button>
            </div>
          )}
        </section>
      ) : (
        <section className="flex flex-wrap items-center gap-x-6 gap-y-3" aria-label={t('score')}>
          <Score report={report} />
          <Tag tone={view.is_current ? 'ok' : 'warn'}>{t(view.is_current ? 'current' : 'outdated')}</Tag>
          <Tag>{t(`ended.${report.status as 3 | 4 | 5}`)}</Tag>
          <span className="ml-auto flex gap-2">
            {hasGaps && view.may_start && (
              <Button busy={retry.isPending} onClick={() => retry.mutate()}>
                {t('retry')}
              </Button>
            )}
            {start}
          </span>
        </section>
      )}
      {report.error && <ErrorPanel title={report.error} />}
      {report.modules.length > 0 && <Modules modules={report.modules} />}
      {!isRunning(report) && (
        <section className="flex flex-col gap-3">
          <h2 className="text-title font-semibold">{t('findings')}</h2>
          <FindingList spaceId={spaceId} botId={botId} findings={report.findings} mayAsk={view.may_start} />
        </section>
      )}
      <section>
        <h2 className="text-title font-semibold">{t('history')}</h2>
        <HistoryLine history={view.history.filter(({ scene_id }) => scene_id === report.scene_id)} />
      </section>
      <details>
        <summary className="cursor-pointer text-title font-semibold">{t('rows')}</summary>
        <QuestionList botId={botId} mayEdit={view.may_start} />
      </details>
    </div>
  )
}
function Score({ report }: { report: Report }) {
  const t = useT('checkup')
  const { score, interval, last_score: last, verdict, shared_rows: shared } = report
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <strong className="text-figure font-semibold tabular-nums">{score === undefined ? '–' : score.toFixed(1)}</strong>
      {interval && (
        <span className="text-mute">
          {t('score.interval', { low: interval.low.toFixed(1), high: interval.high.toFixed(1) })}
        </span>
      )}
      {last !== undefined && <span className="text-mute">{t('score.last', { score: last.toFixed(1) })}</span>}
      <Tag tone={verdictTones[verdict]}>{t(`verdict.${verdict}`)}</Tag>
      {shared > 0 && <span className="text-small text-mute">{t('shared', { count: shared })}</span>}
    </div>
  )
}
function Modules({ modules }: { modules: Report['modules'] }) {
  const t = useT('checkup')
  const number = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(1))
  return (
    <section className="flex flex-wrap items-start gap-6">
      <ModuleRadar modules={modules} />
      <div className="min-w-0 flex-1 basis-96 overflow-x-auto" tabIndex={0} role="region" aria-label={t('modules')}>
        <table className="w-full text-left tabular-nums [&_td]:border-t [&_td]:border-line [&_td]:py-1.5 [&_td]:pr-3 [&_th]:pr-3 [&_th]:font-medium [&_th]:text-mute">
          <thead>
            <tr>
              <th scope="col">{t('module')}</th>
              <th scope="col">{t('score')}</th>
              <th scope="col">{t('module.before')}</th>
              <th scope="col">{t('module.rows')}</th>
              <th scope="col">{t('module.failed')}</th>
              <th scope="col">{t('module.verdict')}</th>
            </tr>
          </thead>
          <tbody>
            {modules.map((one) => (
              <tr key={one.module}>
                <td>{t(`module.${one.module}`)}</td>
                <td>{number(one.score)}</td>
                <td>{number(one.last_score)}</td>
                <td>{one.rows}</td>
                <td>{one.failed}</td>
                <td>
                  {one.last_score !== undefined && (
                    <Tag tone={verdictTones[one.verdict]}>{t(`verdict.${one.verdict}`)}</Tag>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
