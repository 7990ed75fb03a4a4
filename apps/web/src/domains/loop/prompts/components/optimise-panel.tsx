import { useMutation, useQuery } from '@tanstack/react-query'
import { Sparkles, Square } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { Tag } from '#ui/tag.tsx'
import { batchSetsQuery, optimiseQuery, type OptimiseRun, type Prompt, refreshPrompts } from '../prompts.queries.ts'
import { OptimiseResults } from './optimise-results.tsx'
import { PanelBody } from './panel-body.tsx'

const compare = 'compare'
const looks = {
  1: ['warn', 'waiting'],
  2: ['warn', 'running'],
  3: ['grey', 'cancelled'],
  4: ['err', 'failed'],
  5: ['ok', 'completed'],
} as const

interface OptimisePanelProps {
  prompt: Prompt
  spaceId: string
  mayEdit: boolean
  onAdopted: () => Promise<void>
}

/** Searches for a better text of the prompt, and shows the results of each search. */
export function OptimisePanel({ prompt, spaceId, mayEdit, onAdopted }: OptimisePanelProps) {
  const t = useT('prompts')
  const { data: tasks } = useQuery(optimiseQuery(spaceId, prompt.id))
  if (!tasks) return null
  const runs = tasks.flatMap((task) => task.executions)
  return (
    <PanelBody>
      {mayEdit && <StartOptimise prompt={prompt} spaceId={spaceId} />}
      {runs.length === 0 && <EmptyState icon={Sparkles} title={t('optimise.none')} text={t('optimise.noneText')} />}
      {runs.map((run, at) => (
        <RunCard key={run.id} run={run} isFirst={at === 0} mayEdit={mayEdit} onAdopted={onAdopted} />
      ))}
    </PanelBody>
  )
}

function StartOptimise({ prompt, spaceId }: { prompt: Prompt; spaceId: string }) {
  const t = useT('prompts')
  const { data } = useQuery(batchSetsQuery(spaceId))
  const [set, setSet] = useState<string | null>(null)
  const [judge, setJudge] = useState(compare)
  const [calls, setCalls] = useState<number | null>(400)
  const start = useMutation({
    mutationFn: async () => {
      const { task } = await api.promptOptimise.create({
        display_name: prompt.display_name,
        target: { prompt: { prompt_id: prompt.id } },
        annotated_dataset: { dataset_id: set! },
        eval_strategy: judge === compare ? { strategy: 1 } : { strategy: 2, evaluator_version_id: judge },
        budget: { calls: calls! },
      })
      return api.promptOptimise.exec({ task_id: task.id })
    },
    onSuccess: refreshPrompts,
  })
  if (!data) return null
  return (
    <section aria-label={t('optimise.start')} className="flex flex-col gap-2">
      <p className="text-mute">{t('optimise.text')}</p>
      <div className="flex flex-wrap items-end gap-2">
        <Select
          prefix={t('batch.dataset')}
          value={set}
          onChange={setSet}
          items={data.datasets.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Select
          prefix={t('optimise.judge')}
          value={judge}
          onChange={setJudge}
          items={[
            { value: compare, label: t('optimise.compare') },
            ...data.evaluators.map((one) => ({
              value: one.evaluator_version_id,
              label: `${one.name} ${one.version}`,
            })),
          ]}
        />
        <Field label={t('optimise.calls')}>
          <NumberInput value={calls} onChange={setCalls} min={60} max={20_000} />
        </Field>
        <Button
          kind="solid"
          icon={Sparkles}
          disabled={!set || calls === null}
          busy={start.isPending}
          onClick={() => start.mutate()}
        >
          {t('optimise.start')}
        </Button>
      </div>
      {start.error && <ErrorPanel error={start.error} />}
    </section>
  )
}

interface RunCardProps {
  run: OptimiseRun
  isFirst: boolean
  mayEdit: boolean
  onAdopted: () => Promise<void>
}
function RunCard({ run, isFirst, mayEdit, onAdopted }: RunCardProps) {
  const t = useT('prompts')
  const [isOpen, setOpen] = useState(isFirst)
  const ids = { task_id: run.task_id, execution_id: run.id }
  const cancel = useMutation({ mutationFn: () => api.promptOptimise.cancel(ids), onSuccess: refreshPrompts })
  const resume = useMutation({ mutationFn: () => api.promptOptimise.resume(ids), onSuccess: refreshPrompts })
  const [tone, key] = looks[run.status as keyof typeof looks]
  const isDone = run.status === 5
  return (
    <article aria-label={t('optimise.run')} className="flex flex-col gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Tag mono>{run.optimize_target.prompt.prompt_version || t('try.draft')}</Tag>
        <Tag tone={tone}>{t(`optimise.status.${key}`)}</Tag>
        <span className="tabular-nums">
          {t('optimise.used', { calls: formatNumber(run.calls), most: formatNumber(run.budget.calls) })}
        </span>
        <DateTime at={Number(run.create_tsms)} className="text-small text-mute" />
        {mayEdit && run.status < 3 && (
          <Button size="sm" icon={Square} busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('try.stop')}
          </Button>
        )}
        {mayEdit && (run.status === 3 || run.status === 4) && (
          <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate()}>
            {t('optimise.resume')}
          </Button>
        )}
        {isDone && !isOpen && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('optimise.open')}
          </Button>
        )}
      </div>
      {run.problem && <p className="text-err">{run.problem}</p>}
      {isDone && isOpen && <OptimiseResults run={run} mayEdit={mayEdit} onAdopted={onAdopted} />}
    </article>
  )
}
