import { useNavigate, useSearch } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { Segmented } from '#ui/segmented.tsx'
import { chartWords } from '../chart-figures.ts'
import type { Comparison, Experiment } from '../evaluation.queries.ts'
import { ScoreChart } from './score-chart.tsx'

/** A chart of the mean scores of the experiments, of the chosen type. */
export function CompareChart({ rows, found }: { rows: Experiment[]; found: Comparison }) {
  const t = useT('evaluation')
  const { chart } = useSearch({ from: '/signed/space/$space_id/evaluate/compare' })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/compare' })
  const type = chartWords.find((word) => word === chart)
  const scored = found.evaluators.filter(({ sides }) => sides.some(({ mean }) => mean !== undefined))
  if (!scored.length) return null
  const choices = ['none', ...chartWords] as const
  return (
    <section aria-label={t('chart.title')} className="flex flex-col gap-2">
      <Segmented
        label={t('chart.type')}
        items={choices.map((value) => ({ value, label: t(value === 'none' ? 'chart.hidden' : `chart.${value}`) }))}
        value={type ?? 'none'}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, chart: value === 'none' ? undefined : value }),
            replace: true,
          })
        }
      />
      {type && (
        <ScoreChart
          type={type}
          title={t('chart.means')}
          figures={{
            labels: scored.map(({ name }) => name),
            series: rows.map(({ id, name }) => ({
              name,
              values: scored.map(({ sides }) => sides.find(({ experiment_id }) => experiment_id === id)?.mean),
            })),
          }}
        />
      )}
    </section>
  )
}
