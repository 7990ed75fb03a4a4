import { formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { FigureGrid } from '#ui/figure-grid.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Experiment, Figures } from '../evaluation.queries.ts'
import { MeanBar, shownScore } from './mean-bar.tsx'

/** Mean scores with their confidence intervals, and the time and cost of the run. */
export function FiguresPanel({ experiment, figures }: { experiment: Experiment; figures: Figures | undefined }) {
  const t = useT('evaluation')
  if (!figures) return <Skeleton className="h-32" />
  const { expt_stats: stats } = experiment
  const people = experiment.evaluators.flatMap(({ current_version: version }) =>
    version?.evaluator_content.builtin_evaluator?.kind === 'human' ? version.id : [],
  )
  // Options and texts given by people have no mean. They are shown with the rows.
  const scores = figures.scores.filter((one) => one.mean !== undefined || !people.includes(one.evaluator_version_id))
  return (
    <div className="flex flex-col gap-4">
      <FigureGrid
        figures={[
          { label: t('figure.done'), value: formatNumber(stats.success_turn_cnt), note: '' },
          { label: t('figure.failed'), value: formatNumber(stats.fail_turn_cnt), note: t('figure.failedNote') },
          {
            label: t('figure.time'),
            value: figures.latency_ms ? formatDuration(figures.latency_ms.p50) : '–',
            note: figures.latency_ms ? t('figure.p90', { value: formatDuration(figures.latency_ms.p90) }) : '',
          },
          {
            label: t('figure.tokens'),
            value: formatNumber(Number(stats.token_usage.input_tokens) + Number(stats.token_usage.output_tokens)),
            note: '',
          },
          { label: t('figure.cost'), value: formatMoney(stats.credit_cost), note: '' },
        ]}
      />
      <dl className="grid grid-cols-[minmax(8rem,max-content)_1fr] items-center gap-x-4 gap-y-2">
        {scores.map((one) => (
          <div key={one.evaluator_version_id} className="contents">
            <dt className="truncate font-medium">
              {one.name} <span className="text-small text-mute">{one.version}</span>
            </dt>
            <dd>
              <MeanBar mean={one.mean} interval={one.interval} />
              <p className="text-small text-mute">
                {t('figure.rows', { count: one.rows, rows: formatNumber(one.rows) })}
                {one.failed_rows > 0 && ` · ${t('figure.without', { rows: formatNumber(one.failed_rows) })}`}
                {one.human_mean !== undefined && ` · ${t('figure.human', { mean: shownScore(one.human_mean) })}`}
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
