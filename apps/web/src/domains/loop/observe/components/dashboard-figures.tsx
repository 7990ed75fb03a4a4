import { formatCount, formatDuration, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { FigureGrid } from '#ui/figure-grid.tsx'
import type { Dashboard } from '../observe.queries.ts'

type Totals = Dashboard['totals']
const failedShare = ({ runs, failed }: Pick<Totals, 'runs' | 'failed'>) => (runs > 0 ? failed / runs : 0)
const tokensOf = ({ input_tokens, output_tokens }: Pick<Totals, 'input_tokens' | 'output_tokens'>) =>
  input_tokens + output_tokens

/** The six figures worth knowing at a glance, with those of the time before and how they went. */
export function DashboardFigures({ totals, before, buckets }: Pick<Dashboard, 'totals' | 'before' | 'buckets'>) {
  const t = useT('observe')
  const cell = (label: string, shown: (of: Totals) => string, points?: readonly number[]) => ({
    label,
    value: shown(totals),
    note: t('figure.before', { value: shown(before) }),
    ...(points && { points }),
  })
  const over = (of: (bucket: Dashboard['buckets'][number]) => number) => buckets.map(of)
  return (
    <FigureGrid
      figures={[
        cell(
          t('figure.runs'),
          ({ runs }) => formatCount(runs),
          over(({ runs }) => runs),
        ),
        cell(t('figure.people'), ({ people }) => formatCount(people)),
        cell(
          t('figure.p95'),
          ({ p95_ms }) => formatDuration(p95_ms),
          over(({ p95_ms }) => p95_ms),
        ),
        cell(t('figure.failed'), (of) => formatPercent(failedShare(of)), over(failedShare)),
        cell(t('figure.tokens'), (of) => formatCount(tokensOf(of)), over(tokensOf)),
        cell(
          t('figure.cost'),
          ({ cost }) => formatMoney(cost),
          over(({ cost }) => cost),
        ),
      ]}
    />
  )
}
