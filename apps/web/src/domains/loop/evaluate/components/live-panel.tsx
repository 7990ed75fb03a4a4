import { formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { Banner } from '#ui/banner.tsx'
import { Progress } from '#ui/progress.tsx'
import type { Experiment } from '../evaluation.queries.ts'
import { useLiveProgress } from '../use-live-progress.ts'
import { ExperimentProgress } from './experiment-status.tsx'
import { shownScore } from './mean-bar.tsx'

/** The live progress of a run. */
export function LivePanel({ experiment }: { experiment: Experiment }) {
  const t = useT('evaluation')
  const live = useLiveProgress(experiment)
  if (!live) return <ExperimentProgress experiment={experiment} />
  const done = live.success + live.failed
  const all = done + live.waiting + live.processing + live.terminated
  const facts = [
    t('live.failed', { count: live.failed, rows: formatNumber(live.failed) }),
    ...(live.rate ? [t('live.rate', { rate: formatNumber(live.rate) })] : []),
    ...(live.seconds_left ? [t('live.left', { time: formatDuration(live.seconds_left * 1000) })] : []),
    formatMoney(live.cost),
    ...live.means.filter(({ scored }) => scored > 0).map(({ name, mean }) => `${name} ${shownScore(mean)}`),
  ]
  return (
    <section aria-label={t('live.title')} className="flex flex-col gap-2">
      <Progress
        label={t('progress')}
        value={all ? done / all : null}
        note={t('progress.note', { done: formatNumber(done), all: formatNumber(all) })}
      />
      <p className="text-small text-mute tabular-nums">{facts.join(' · ')}</p>
      {live.is_slowed && (
        <Banner tone="warn" inset>
          {t('live.slowed')}
        </Banner>
      )}
      {live.last_error && (
        <Banner tone="err" inset>
          {t('live.error', { message: live.last_error })}
        </Banner>
      )}
    </section>
  )
}
