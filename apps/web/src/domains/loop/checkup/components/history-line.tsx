import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import type { CheckupView } from '../checkup.queries.ts'

const WIDTH = 600
const HEIGHT = 120
const PAD = 10

/** The scores of all check-ups of one scene over time, with a mark at each publication. */
export function HistoryLine({ history }: { history: CheckupView['history'] }) {
  const t = useT('checkup')
  const points = history.filter(({ score }) => score !== undefined).toReversed()
  if (!points.length) return <p className="text-mute">{t('history.none')}</p>
  const x = (at: number) => PAD + (points.length > 1 ? (at / (points.length - 1)) * (WIDTH - 2 * PAD) : 0)
  const y = (score: number) => HEIGHT - PAD - (score / 100) * (HEIGHT - 2 * PAD)
  const words = (point: (typeof points)[number]) =>
    t('history.point', { score: point.score!.toFixed(1), time: formatTime(Number(point.created_at)) })
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('history')} className="h-30 w-full">
        <polyline
          points={points.map((point, at) => `${x(at)},${y(point.score!)}`).join(' ')}
          className="fill-none stroke-brand-solid"
          strokeWidth={2}
        />
        {points.map((point, at) => (
          <circle
            key={point.batch_task_id}
            cx={x(at)}
            cy={y(point.score!)}
            r={point.is_published ? 6 : 3}
            className={point.is_published ? 'fill-ok-solid' : 'fill-brand-solid'}
          >
            <title>{point.is_published ? `${words(point)} · ${t('history.published')}` : words(point)}</title>
          </circle>
        ))}
      </svg>
      <ol className="sr-only">
        {points.map((point) => (
          <li key={point.batch_task_id}>{words(point)}</li>
        ))}
      </ol>
    </>
  )
}
