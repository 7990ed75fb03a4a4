import { sourcesOfUse } from '@orrery/contract/shared/use-sources'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { Bars } from '#domains/chat/trace/index.ts'
import type { ModelUse } from '../model-use.queries.ts'
import { daysOf } from '../use-days.ts'

const colours = {
  online: 'var(--c1)',
  task: 'var(--c2)',
  preview: 'var(--c3)',
  test: 'var(--c4)',
  studio: 'var(--c5)',
}

/** Tokens and cost by day, with one colour per source of use. */
export function UseCharts({ use, days }: { use: ModelUse; days: number }) {
  const t = useT('usage')
  const seen = sourcesOfUse.filter((source) => use.days.some((entry) => entry.source === source))
  const series = seen.map((key) => ({ key, name: t(`source.${key}`), colour: colours[key] }))
  return (
    <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
      <Bars
        title={t('chart.tokens')}
        series={series}
        rows={daysOf(use.days, days, (entry) => entry.tokens_in + entry.tokens_out)}
      />
      <Bars
        title={t('chart.cost')}
        series={series}
        rows={daysOf(use.days, days, (entry) => entry.cost)}
        format={(value) => formatMoney(value)}
      />
    </div>
  )
}
