import { useMutation, useQuery } from '@tanstack/react-query'
import { ExternalLink, FileDown, FileUp } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type Experiment, refreshEvaluation, resultTableQuery, tableKey } from '../evaluation.queries.ts'

const Status = { running: 1, done: 2 } as const
const places = ['space', 'lark'] as const

/** Exports the rows as a table with empty columns for scores, and imports the scores that people enter there. */
export function ResultTablePanel({ experiment }: { experiment: Experiment }) {
  const t = useT('evaluation')
  const space = useSpace()
  const at = tableKey(space.id, experiment)
  const { data: table } = useQuery(resultTableQuery(at))
  const [scorers, setScorers] = useState(1)
  const [place, setPlace] = useState<(typeof places)[number]>()
  const onSettled = () => refreshEvaluation(space.id)
  const push = useMutation({
    mutationFn: () =>
      api.evaluationTable.push({ ...at, manual_scoring_user_num: scorers, ...(place && { destination: place }) }),
    onSettled,
  })
  const pull = useMutation({ mutationFn: () => api.evaluationTable.pull(at), onSettled })
  if (!table) return null
  const isBusy = table.export_status === Status.running || table.import_status === Status.running
  return (
    <section aria-labelledby="result-table" className="flex flex-col gap-3">
      <h2 id="result-table" className="font-semibold">
        {t('table.title')}
      </h2>
      <p className="text-mute">{t('table.text')}</p>
      {mayInSpace(space, 'createResource') && (
        <div className="flex flex-wrap items-center gap-3">
          {table.has_lark && (
            <Segmented
              label={t('table.place')}
              items={places.map((value) => ({ value, label: t(`table.${value}`) }))}
              value={place ?? 'lark'}
              onChange={setPlace}
            />
          )}
          <span className="flex items-center gap-2">
            <span aria-hidden>{t('table.people')}</span>
            <span className="w-20">
              <NumberInput
                label={t('table.people')}
                value={scorers}
                min={1}
                max={5}
                onChange={(value) => setScorers(value ?? 1)}
              />
            </span>
          </span>
          <Button
            icon={FileUp}
            busy={push.isPending || table.export_status === Status.running}
            onClick={() => push.mutate()}
          >
            {t('table.write')}
          </Button>
          {table.export_status === Status.done && (
            <>
              <a href={table.url} target="_blank" rel="noreferrer" className={buttonStyle()}>
                <Icon of={ExternalLink} />
                {t('table.open')}
              </a>
              <Button icon={FileDown} busy={pull.isPending || isBusy} onClick={() => pull.mutate()}>
                {t('table.read')}
              </Button>
            </>
          )}
        </div>
      )}
      {table.import_status === Status.done && <Banner inset>{t('table.taken', { count: table.imported })}</Banner>}
      {table.problem && (
        <Banner tone="err" inset>
          {table.problem}
        </Banner>
      )}
      {(push.error ?? pull.error) ? <ErrorPanel error={push.error ?? pull.error} /> : null}
    </section>
  )
}
