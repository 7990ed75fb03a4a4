import { formatCount, formatDuration, formatNumber, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { Table } from '#ui/table.tsx'
import type { Dashboard } from '../observe.queries.ts'

const colourOf = (at: number) => `var(--c${(at % 6) + 1})`

/** The cost of each model, and the most frequent errors. */
export function DashboardTables({ models, errors }: Pick<Dashboard, 'models' | 'errors'>) {
  const t = useT('observe')
  const total = models.reduce((sum, { cost }) => sum + cost, 0)
  const places = new Map(models.map(({ model }, at) => [model, at]))
  return (
    <div className="flex flex-col gap-3">
      {models.length > 0 && (
        <section aria-label={t('models')} className="rounded-lg border border-line bg-card pt-4">
          <h2 className="mb-1 px-5 font-semibold">
            {t('models')} <span className="ml-1 font-normal text-mute">{formatMoney(total)}</span>
          </h2>
          {total > 0 && (
            <div aria-hidden className="mx-5 my-2 flex h-2 gap-px overflow-hidden rounded-full">
              {models.map(({ model, cost }, at) => (
                <span key={model} style={{ width: `${(cost / total) * 100}%`, background: colourOf(at) }} />
              ))}
            </div>
          )}
          <Table
            label={t('models')}
            size="one"
            rows={models}
            rowKey={({ model }) => model}
            rowName={({ model }) => model}
            columns={[
              {
                id: 'model',
                head: t('models.model'),
                cell: ({ model }) => (
                  <span className="flex min-w-0 items-center gap-2">
                    <span
                      aria-hidden
                      className="size-2 shrink-0 rounded-full"
                      style={{ background: colourOf(places.get(model) ?? 0) }}
                    />
                    <span className="truncate">{model}</span>
                  </span>
                ),
              },
              { id: 'cost', head: t('cost'), width: 90, align: 'end', cell: ({ cost }) => formatMoney(cost) },
              {
                id: 'share',
                head: t('models.share'),
                width: 80,
                align: 'end',
                cell: ({ cost }) => (total > 0 ? formatPercent(cost / total) : '–'),
              },
              {
                id: 'calls',
                head: t('models.calls'),
                width: 72,
                align: 'end',
                cell: ({ calls }) => formatNumber(calls),
              },
              { id: 'tokens', head: t('tokens'), width: 80, align: 'end', cell: ({ tokens }) => formatCount(tokens) },
              { id: 'p50', head: 'p50', width: 104, align: 'end', cell: ({ p50_ms }) => formatDuration(p50_ms) },
            ]}
          />
        </section>
      )}
      {errors.length > 0 && (
        <section aria-label={t('causes')} className="rounded-lg border border-line bg-card p-4">
          <h2 className="mb-2 font-semibold">{t('causes')}</h2>
          <ul className="flex flex-col gap-2 text-small">
            {errors.map(({ error, count }) => (
              <li key={error} className="flex gap-3">
                <span className="min-w-0 flex-1 truncate text-err">{error || '–'}</span>
                <span className="shrink-0 text-mute tabular-nums">{t('causes.count', { count })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
