import { formatCount, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { FigureGrid } from '#ui/figure-grid.tsx'
import type { ModelUse, UseFigures as Figures } from '../model-use.queries.ts'
import { changeOf } from '../use-change.ts'

const tokensOf = (figures: Figures) => figures.tokens_in + figures.tokens_out
const failedShare = ({ calls, failed }: Figures) => (calls > 0 ? failed / calls : 0)

/** The main figures of the period and their changes. */
export function UseFigures({ use }: { use: ModelUse }) {
  const t = useT('usage')
  const { total, before } = use
  const change = (now: number, then: number) => {
    const by = changeOf(now, then)
    return by === undefined ? '' : t('total.change', { change: `${by > 0 ? '+' : ''}${formatPercent(by)}` })
  }
  const people = use.people.filter(({ id }) => id !== '0').length
  const figures = [
    { label: t('total.cost'), value: formatMoney(total.cost), note: change(total.cost, before.cost) },
    {
      label: t('total.tokens'),
      value: formatCount(tokensOf(total)),
      note: t('total.tokensNote', { input: formatCount(total.tokens_in), output: formatCount(total.tokens_out) }),
    },
    { label: t('total.calls'), value: formatCount(total.calls), note: change(total.calls, before.calls) },
    {
      label: t('total.failed'),
      value: formatPercent(failedShare(total)),
      note: t('total.failedNote', { count: total.failed }),
    },
    { label: t('total.people'), value: formatCount(people), note: t('total.peopleNote') },
  ]
  return <FigureGrid figures={figures} />
}
