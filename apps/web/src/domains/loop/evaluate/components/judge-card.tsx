import { useQuery } from '@tanstack/react-query'
import { formatDuration, formatNumber, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { FigureGrid } from '#ui/figure-grid.tsx'
import { judgeCardQuery } from '../evaluation.queries.ts'

const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(2)}`

/** How reliable an evaluator is, and what it costs. */
export function JudgeCard({ spaceId, evaluatorId }: { spaceId: string; evaluatorId: string }) {
  const t = useT('evaluation')
  const { data: card } = useQuery(judgeCardQuery(spaceId, evaluatorId))
  if (!card || card.scored + card.failed === 0) return null
  const { share, bias, bias_interval: range, kappa, alpha } = card
  const beyond =
    kappa !== undefined
      ? t('card.kappa', { value: kappa.toFixed(2) })
      : alpha !== undefined
        ? t('card.alpha', { value: alpha.toFixed(2) })
        : ''
  return (
    <section aria-labelledby="judge-card" className="flex flex-col gap-2">
      <h2 id="judge-card" className="font-semibold">
        {t('card.title')}
      </h2>
      <FigureGrid
        figures={[
          {
            label: t('card.agreement'),
            value: share === undefined ? '–' : formatPercent(share),
            note: share === undefined ? t('card.noPeople') : beyond,
          },
          {
            label: t('card.bias'),
            value: bias === undefined ? '–' : signed(bias),
            note: range ? t('mean.interval', { low: signed(range.low), high: signed(range.high) }) : '',
          },
          {
            label: t('card.cost'),
            value: formatMoney(card.cost_per_row),
            note: formatDuration(card.seconds_per_row * 1000),
          },
          {
            label: t('card.scored'),
            value: formatNumber(card.scored),
            note: t('card.looked', { rows: formatNumber(card.looked_at) }),
          },
        ]}
      />
      <p className="text-small text-mute">
        {card.offline > 0 && `${t('card.offline', { rows: formatNumber(card.offline) })} `}
        {t('card.text')}
      </p>
    </section>
  )
}
