import { useMutation, useQuery } from '@tanstack/react-query'
import { Swords } from 'lucide-react'
import { api } from '#lib/api.ts'
import { formatNumber, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Experiment, pairwiseQuery, refreshEvaluation } from '../evaluation.queries.ts'

const SIGNIFICANCE_LEVEL = 0.05

/** A model compares the outputs of two experiments row by row, in both orders. */
export function PairwisePanel({ rows }: { rows: Experiment[] }) {
  const t = useT('evaluation')
  const space = useSpace()
  const ids = rows.map(({ id }) => id)
  const { data } = useQuery(pairwiseQuery(space.id, ids[0]!, ids[1]!))
  const start = useMutation({
    mutationFn: () => api.pairwise.start({ space_id: space.id, experiment_ids: ids }),
    onSettled: () => refreshEvaluation(space.id),
  })
  const found = data?.pairwise
  const isRunning = found?.state === 'waiting' || found?.state === 'running'
  const verdict =
    found?.p === undefined || found.p >= SIGNIFICANCE_LEVEL ? 'none' : (found.win_rate ?? 0) > 0.5 ? 'better' : 'worse'
  return (
    <section aria-labelledby="pairwise" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="pairwise" className="font-semibold">
          {t('pairs.title')}
        </h2>
        {found?.state === 'done' && found.judged > 0 && (
          <Tag tone={verdict === 'better' ? 'ok' : verdict === 'worse' ? 'err' : 'grey'}>{t(`verdict.${verdict}`)}</Tag>
        )}
        <span className="flex-1" />
        {mayInSpace(space, 'createResource') && !isRunning && (
          <Button size="sm" icon={Swords} busy={start.isPending} onClick={() => start.mutate()}>
            {t(found ? 'pairs.again' : 'pairs.start')}
          </Button>
        )}
      </div>
      {!found && <p className="text-mute">{t('pairs.text')}</p>}
      {found && isRunning && (
        <Progress
          label={t('pairs.running')}
          value={found.rows ? (found.judged + found.failed) / found.rows : null}
          note={t('progress.note', { done: formatNumber(found.judged + found.failed), all: formatNumber(found.rows) })}
        />
      )}
      {found && !isRunning && (
        <p>
          {t('pairs.counts', { name: rows[1]!.name, wins: found.wins, losses: found.losses, ties: found.ties })}
          {found.win_rate !== undefined &&
            found.interval &&
            ` ${t('pairs.rate', {
              rate: formatPercent(found.win_rate),
              low: formatPercent(found.interval.low),
              high: formatPercent(found.interval.high),
            })}`}
          <span className="text-mute">
            {found.contradictions !== undefined &&
              ` ${t('pairs.contradictions', { share: formatPercent(found.contradictions) })}`}
            {found.is_offline && ` ${t('pairs.offline')}`}
            {found.failed > 0 && ` ${t('pairs.failed', { count: found.failed })}`}
          </span>
        </p>
      )}
      {found?.problem && <p className="text-err">{found.problem}</p>}
      {start.error ? <ErrorPanel error={start.error} /> : null}
    </section>
  )
}
