import { formatCount, formatDuration, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { FigureGrid } from '#ui/figure-grid.tsx'
import type { Figures } from '../trace.queries.ts'

/** The six most important figures. */
export function FigureRow({ totals }: { totals: Figures }) {
  const t = useT('trace')
  const figures = [
    {
      label: t('runs'),
      value: formatCount(totals.count),
      note: t('conversationsCount', { count: totals.conversations }),
    },
    { label: t('people'), value: formatCount(totals.users), note: t('people.note') },
    {
      label: t('p95'),
      value: formatDuration(totals.p95_ms),
      note: t('median', { time: formatDuration(totals.median_ms) }),
    },
    {
      label: t('failedRuns'),
      value: formatPercent(totals.count > 0 ? totals.failed / totals.count : 0),
      note: t('failedNote', { count: totals.failed }),
    },
    {
      label: t('tokens.all'),
      value: formatCount(totals.input_tokens + totals.output_tokens),
      note: t('tokens.note', { input: formatCount(totals.input_tokens), output: formatCount(totals.output_tokens) }),
    },
    { label: t('cost'), value: formatMoney(totals.cost), note: t('cost.note') },
  ]
  return <FigureGrid figures={figures} />
}
