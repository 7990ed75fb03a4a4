import { useQuery } from '@tanstack/react-query'
import { formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { batchReportQuery, type LiteBatch } from '../checkup.queries.ts'
import { ObjectState } from './object-state.tsx'
import { SideBySide } from './side-by-side.tsx'

const SIZE = 220
const PAD = 24

/** The mean of each object with its confidence interval. A winner is named only if the rows support it. */
export function BatchResult({ spaceId, batch }: { spaceId: string; batch: LiteBatch }) {
  const t = useT('checkup')
  const { id } = batch.coze_batch_task_meta
  const stamp = String(batch.coze_batch_task_progress.status)
  const query = useQuery(batchReportQuery(spaceId, id, stamp))
  if (query.error) return <ErrorPanel error={query.error} />
  if (!query.data) return <Skeleton className="h-40" />
  const { objects, winner } = query.data
  const most = Math.max(...objects.map(({ cost }) => cost), 0.000_001)
  return (
    <>
      <section className="flex flex-wrap items-start gap-6" aria-label={t('result')}>
        <div className="min-w-0 flex-1 basis-96 overflow-x-auto" tabIndex={0} role="region" aria-label={t('result')}>
          <table className="w-full text-left tabular-nums [&_td]:border-t [&_td]:border-line [&_td]:py-1.5 [&_td]:pr-3 [&_th]:pr-3 [&_th]:font-medium [&_th]:text-mute">
            <thead>
              <tr>
                <th scope="col">{t('result.object')}</th>
                <th scope="col">{t('result.mean')}</th>
                <th scope="col">{t('result.rows')}</th>
                <th scope="col">{t('result.ms')}</th>
                <th scope="col">{t('result.cost')}</th>
              </tr>
            </thead>
            <tbody>
              {objects.map((one) => (
                <tr key={one.object_index}>
                  <td>
                    {one.name} <ObjectState object={batch.coze_batch_task_meta.eval_objects[one.object_index]!} />{' '}
                    {winner === one.object_index && <Tag tone="ok">{t('result.winner')}</Tag>}
                  </td>
                  <td>
                    {one.mean === undefined ? '–' : one.mean.toFixed(3)}
                    {one.interval && (
                      <span className="ml-2 text-small text-mute">
                        {t('score.interval', { low: one.interval.low.toFixed(3), high: one.interval.high.toFixed(3) })}
                      </span>
                    )}
                  </td>
                  <td>{formatNumber(one.rows)}</td>
                  <td>{one.ms === undefined ? '–' : formatDuration(one.ms)}</td>
                  <td>{one.cost.toFixed(4)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {winner < 0 && objects.length > 1 && <p className="mt-2 text-mute">{t('result.noWinner')}</p>}
        </div>
        <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={t('result.plot')} className="w-60 shrink-0">
          <path d={`M${PAD} ${PAD}V${SIZE - PAD}H${SIZE - PAD}`} className="fill-none stroke-line-strong" />
          <text x={PAD} y={PAD - 8} fontSize={10} className="fill-mute">
            {t('result.mean')}
          </text>
          <text x={SIZE - PAD} y={SIZE - 8} fontSize={10} textAnchor="end" className="fill-mute">
            {t('result.cost')}
          </text>
          {objects
            .filter(({ mean }) => mean !== undefined)
            .map(({ object_index, mean, cost, name }) => (
              <circle
                key={object_index}
                cx={PAD + (cost / most) * (SIZE - 2 * PAD)}
                cy={SIZE - PAD - mean! * (SIZE - 2 * PAD)}
                r={5}
                className={object_index === winner ? 'fill-ok-solid' : 'fill-brand-solid'}
              >
                <title>{name}</title>
              </circle>
            ))}
        </svg>
      </section>
      <section>
        <h3 className="text-title font-semibold">{t('result.side')}</h3>
        <SideBySide spaceId={spaceId} batch={batch} isTest={false} />
      </section>
    </>
  )
}
