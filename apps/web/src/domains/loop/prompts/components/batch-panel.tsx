import { useMutation, useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, ListChecks, Play, Square } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Select } from '#ui/select.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Variable } from '../detail.ts'
import type { DraftStore } from '../draft-store.ts'
import { type Batch, batchesQuery, batchSetsQuery, type Prompt, refreshPrompts } from '../prompts.queries.ts'
import { BatchRows } from './batch-rows.tsx'
import { PanelBody } from './panel-body.tsx'

const CsvDialog = lazy(() => import('./csv-dialog.tsx').then((module) => ({ default: module.CsvDialog })))
const none = 'none'
const tones = { open: 'warn', done: 'ok', cancelled: 'grey', stopped: 'err' } as const

interface BatchPanelProps {
  store: DraftStore
  prompt: Prompt
  spaceId: string
  mayEdit: boolean
}

/** Runs the prompt over the rows of a dataset, with scores. */
export function BatchPanel({ store, prompt, spaceId, mayEdit }: BatchPanelProps) {
  const variables = store.use((now) => now.detail.variables)
  const t = useT('prompts')
  const { data: batches } = useQuery(batchesQuery(prompt.id))
  const [opened, setOpened] = useState('')
  if (!batches) return null
  const shown = batches.find(({ id }) => id === opened) ?? batches[0]
  return (
    <PanelBody>
      <StartBatch prompt={prompt} spaceId={spaceId} variables={variables} mayEdit={mayEdit} />
      {!shown && <EmptyState icon={ListChecks} title={t('batch.none')} text={t('batch.noneText')} />}
      {batches.length > 1 && (
        <Select
          prefix={t('batch.run')}
          value={shown!.id}
          onChange={setOpened}
          items={batches.map((batch) => ({
            value: batch.id,
            label: [batch.version || t('try.draft'), scoreText(batch)].filter(Boolean).join(' · '),
          }))}
        />
      )}
      {shown && <BatchView key={shown.id} batch={shown} promptId={prompt.id} spaceId={spaceId} mayEdit={mayEdit} />}
    </PanelBody>
  )
}
const scoreText = ({ score }: Batch) => (score === undefined ? '' : formatNumber(Math.round(score * 100) / 100))

interface StartBatchProps {
  prompt: Prompt
  spaceId: string
  variables: readonly Variable[]
  mayEdit: boolean
}
function StartBatch({ prompt, spaceId, variables, mayEdit }: StartBatchProps) {
  const t = useT('prompts')
  const { data } = useQuery(batchSetsQuery(spaceId))
  const [set, setSet] = useState<string | null>(null)
  const [evaluator, setEvaluator] = useState(none)
  const [isReading, setReading] = useState(false)
  const take = async (datasetId: string) => {
    setReading(false)
    await queryClient.invalidateQueries({ queryKey: batchSetsQuery(spaceId).queryKey })
    setSet(datasetId)
  }
  const start = useMutation({
    mutationFn: () =>
      api.promptBatch.start({
        prompt_id: prompt.id,
        dataset_id: set!,
        ...(evaluator !== none && { evaluator_version_id: evaluator }),
      }),
    onSuccess: refreshPrompts,
  })
  if (!data) return null
  return (
    <section aria-label={t('batch.start')} className="flex flex-col gap-2">
      <p className="text-mute">{t('batch.text')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          prefix={t('batch.dataset')}
          value={set}
          onChange={setSet}
          items={data.datasets.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {mayEdit && (
          <Button icon={FileSpreadsheet} onClick={() => setReading(true)}>
            {t('csv.open')}
          </Button>
        )}
        <Select
          prefix={t('batch.evaluator')}
          value={evaluator}
          onChange={setEvaluator}
          items={[
            { value: none, label: t('batch.noEvaluator') },
            ...data.evaluators.map((one) => ({
              value: one.evaluator_version_id,
              label: `${one.name} ${one.version}`,
            })),
          ]}
        />
        <Button kind="solid" icon={Play} disabled={!set} busy={start.isPending} onClick={() => start.mutate()}>
          {t('batch.start')}
        </Button>
      </div>
      {start.error && <ErrorPanel error={start.error} />}
      {isReading && (
        <Suspense>
          <CsvDialog
            spaceId={spaceId}
            variables={variables}
            onReady={(id) => void take(id)}
            onClose={() => setReading(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface BatchViewProps {
  batch: Batch
  promptId: string
  spaceId: string
  mayEdit: boolean
}
function BatchView({ batch, promptId, spaceId, mayEdit }: BatchViewProps) {
  const t = useT('prompts')
  const { user_id_str: userId } = useAccount()
  const cancel = useMutation({
    mutationFn: () => api.promptBatch.cancel({ prompt_id: promptId, batch_id: batch.id }),
    onSuccess: refreshPrompts,
  })
  const { status, total, done, failed, score, problem } = batch
  return (
    <section aria-label={t('batch.result')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Tag mono>{batch.version || t('try.draft')}</Tag>
        <Tag tone={tones[status]}>{t(`batch.status.${status}`)}</Tag>
        <span className="tabular-nums">
          {t('batch.progress', { done: formatNumber(done), total: formatNumber(total) })}
        </span>
        {failed > 0 && <span className="text-err">{t('batch.failed', { count: failed })}</span>}
        {score !== undefined && (
          <b className="font-medium">{t('batch.score', { score: formatNumber(Math.round(score * 100) / 100) })}</b>
        )}
        <DateTime at={Number(batch.created_at)} className="text-small text-mute" />
        {(mayEdit || batch.created_by === userId) && status === 'open' && (
          <Button size="sm" icon={Square} busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('try.stop')}
          </Button>
        )}
      </div>
      {problem && <p className="text-err">{problem}</p>}
      <BatchRows batch={batch} promptId={promptId} spaceId={spaceId} />
    </section>
  )
}
