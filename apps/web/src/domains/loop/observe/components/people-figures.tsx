import { Bars } from '#domains/chat/trace/index.ts'
import { formatCount, formatDate, formatNumber, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { FigureGrid } from '#ui/figure-grid.tsx'
import { Table } from '#ui/table.tsx'
import type { People } from '../people.queries.ts'

type Row = People['intents']['lower'][number]
const share = (value: number | undefined) => (value === undefined ? '–' : formatPercent(value))

/** Users, sessions and retention, compared with the previous period. */
export function PeopleFigures({
  figures,
  retention,
  satisfaction,
}: Pick<People, 'figures' | 'retention' | 'satisfaction'>) {
  const t = useT('people')
  return (
    <FigureGrid
      figures={[
        ...figures.map(({ metric, now, before, points }) => ({
          label: t(`figure.${metric}`),
          value: formatCount(now),
          note: t('figure.before', { value: formatCount(before) }),
          points: points.map(({ value }) => value),
        })),
        {
          label: t('figure.retention'),
          value: share(retention.day),
          note: t('figure.later', { week: share(retention.week), month: share(retention.month) }),
        },
        {
          label: t('figure.satisfaction'),
          value: satisfaction.hasScore ? formatNumber(Math.round(satisfaction.score)) : '–',
          note: satisfaction.hasScore ? '' : t('figure.tooFew'),
        },
      ]}
    />
  )
}

/** Two charts over the same days: the number of users, and how often they came. */
export function PeopleCharts({ figures }: Pick<People, 'figures'>) {
  const t = useT('people')
  const of = (metric: string) => figures.find((one) => one.metric === metric)?.points ?? []
  const valueAt = (metric: string, at: number) => of(metric).find((point) => point.at === at)?.value ?? 0
  const rows = of('dau').map(({ at, value }) => ({
    label: formatDate(new Date(at)).slice(5),
    fresh: valueAt('dnu', at),
    known: Math.max(0, value - valueAt('dnu', at)),
    sessions: valueAt('session_count', at),
  }))
  return (
    <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
      <Bars
        rows={rows}
        title={t('chart.people')}
        series={[
          { key: 'known', name: t('chart.known'), colour: 'var(--c1)' },
          { key: 'fresh', name: t('chart.fresh'), colour: 'var(--c3)' },
        ]}
      />
      <Bars
        rows={rows}
        title={t('chart.sessions')}
        series={[{ key: 'sessions', name: t('chart.sessions'), colour: 'var(--c2)' }]}
      />
    </div>
  )
}

/** The intents of users, most frequent first, with their satisfaction. */
export function IntentTable({ intents }: Pick<People, 'intents'>) {
  const t = useT('people')
  const rows: (Row & { isUpper: boolean })[] = intents.upper.flatMap((upper) => [
    { ...upper, isUpper: true },
    ...intents.lower
      .filter(({ parent_starling_key }) => parent_starling_key === upper.starling_key)
      .map((lower) => ({ ...lower, isUpper: false })),
  ])
  return (
    <section aria-label={t('intents')} className="rounded-lg border border-line bg-card pt-4">
      <h2 className="mb-1 px-5 font-semibold">{t('intents')}</h2>
      {rows.length === 0 ? (
        <p className="px-5 pb-4 text-small text-mute">{t('intents.none')}</p>
      ) : (
        <Table
          label={t('intents')}
          size="one"
          rows={rows}
          rowKey={({ label_id, isUpper }) => `${label_id}/${isUpper}`}
          rowName={({ starling_key }) => starling_key}
          columns={[
            {
              id: 'name',
              head: t('intents.name'),
              cell: ({ starling_key, isUpper }) => (
                <span data-user-text className={isUpper ? 'font-medium' : 'pl-5'}>
                  {starling_key}
                </span>
              ),
            },
            {
              id: 'count',
              head: t('intents.count'),
              width: 110,
              align: 'end',
              cell: ({ frequency }) => formatNumber(frequency),
            },
            {
              id: 'score',
              head: t('figure.satisfaction'),
              width: 130,
              align: 'end',
              cell: ({ score }) => formatNumber(Math.round(score)),
            },
            {
              id: 'share',
              head: t('intents.effect'),
              width: 130,
              align: 'end',
              hideBelow: 'md',
              cell: ({ contribution }) =>
                (contribution > 0 ? '+' : '') + formatNumber(Math.round(contribution * 10) / 10),
            },
          ]}
        />
      )}
    </section>
  )
}
