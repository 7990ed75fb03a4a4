import { formatCount, formatDuration, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { FigureGrid } from '#ui/figure-grid.tsx'
import type { Dashboard } from '../observe.queries.ts'

type Totals = Dashboard['totals']
const failedShare = ({ runs, failed }: Pick<Totals, 'runs' | 'failed'>) => (runs > 0 ? failed / runs : 0)
const tokensOf = ({ input_tokens, output_tokens }: Pick<Totals, 'input_tokens' | 'output_tokens'>) =>
  input_tokens + output_tokens

interface FigureLook {
  of: (figures: Totals) => number
  shown: (figures: Totals) => string
  colour: string
  /** Whether an increase is good or bad. */
  more: 'good' | 'bad' | 'neutral'
}
const looks = {
  runs: { of: ({ runs }) => runs, shown: ({ runs }) => formatCount(runs), colour: 'var(--c1)', more: 'good' },
  people: { of: ({ people }) => people, shown: ({ people }) => formatCount(people), colour: 'var(--c2)', more: 'good' },
  p95: { of: ({ p95_ms }) => p95_ms, shown: ({ p95_ms }) => formatDuration(p95_ms), colour: 'var(--c3)', more: 'bad' },
  failed: { of: failedShare, shown: (of) => formatPercent(failedShare(of)), colour: 'var(--err-solid)', more: 'bad' },
  tokens: { of: tokensOf, shown: (of) => formatCount(tokensOf(of)), colour: 'var(--c1)', more: 'neutral' },
  cost: { of: ({ cost }) => cost, shown: ({ cost }) => formatMoney(cost), colour: 'var(--c6)', more: 'neutral' },
} as const satisfies Record<string, FigureLook>

/** The change since the previous period; undefined if there is nothing to compare with. */
function changeOf(before: number, now: number, more: FigureLook['more']) {
  if (before === 0 || now === before) return undefined
  const isUp = now > before
  const tone = more === 'neutral' ? more : isUp === (more === 'good') ? ('good' as const) : ('bad' as const)
  return { text: formatPercent(Math.abs(now - before) / before), isUp, tone }
}

/** The six main figures, compared with the previous period, and their trend. */
export function DashboardFigures({ totals, before, buckets }: Pick<Dashboard, 'totals' | 'before' | 'buckets'>) {
  const t = useT('observe')
  const cell = (label: string, look: FigureLook, points?: readonly number[]) => ({
    label,
    value: look.shown(totals),
    note: t('figure.before', { value: look.shown(before) }),
    colour: look.colour,
    change: changeOf(look.of(before), look.of(totals), look.more),
    ...(points && { points }),
  })
  const over = (of: FigureLook['of']) => buckets.map((bucket) => of({ ...bucket, people: 0 }))
  return (
    <FigureGrid
      figures={[
        cell(t('figure.runs'), looks.runs, over(looks.runs.of)),
        cell(t('figure.people'), looks.people),
        cell(t('figure.p95'), looks.p95, over(looks.p95.of)),
        cell(t('figure.failed'), looks.failed, over(looks.failed.of)),
        cell(t('figure.tokens'), looks.tokens, over(looks.tokens.of)),
        cell(t('figure.cost'), looks.cost, over(looks.cost.of)),
      ]}
    />
  )
}
