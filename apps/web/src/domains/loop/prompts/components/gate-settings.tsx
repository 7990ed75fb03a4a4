import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { batchSetsQuery, type Gate, gateQuery, refreshPrompts } from '../prompts.queries.ts'

/** The score that a version needs before it can be released to production. */
export function GateSettings({ promptId, spaceId }: { promptId: string; spaceId: string }) {
  const t = useT('prompts')
  const { data } = useQuery(gateQuery(promptId))
  return (
    <section aria-label={t('gate.title')} className="flex flex-col items-start gap-2">
      <h2 className="font-semibold">{t('gate.title')}</h2>
      <p className="text-small text-mute">{t('gate.text')}</p>
      {data && (
        <GateForm key={JSON.stringify(data.gate ?? null)} promptId={promptId} spaceId={spaceId} gate={data.gate} />
      )}
    </section>
  )
}

interface GateFormProps {
  promptId: string
  spaceId: string
  gate: Gate | undefined
}
function GateForm({ promptId, spaceId, gate }: GateFormProps) {
  const t = useT('prompts')
  const mayChange = mayInSpace(useSpace(), 'approveReleases')
  const { data: sets } = useQuery(batchSetsQuery(spaceId))
  const [dataset, setDataset] = useState(gate?.dataset_id ?? null)
  const [evaluator, setEvaluator] = useState(gate?.evaluator_version_id ?? null)
  const [margin, setMargin] = useState(gate?.margin ?? 0)
  const [least, setLeast] = useState(gate?.least ?? 0)
  const save = useMutation({
    mutationFn: (next: Gate | undefined) =>
      api.promptGate.set({ space_id: spaceId, prompt_id: promptId, ...(next && { gate: next }) }),
    onSuccess: refreshPrompts,
  })
  if (!sets) return null
  const isDisabled = !mayChange || save.isPending
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Select
          prefix={t('batch.dataset')}
          value={dataset}
          disabled={isDisabled}
          onChange={setDataset}
          items={sets.datasets.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Select
          prefix={t('optimise.judge')}
          value={evaluator}
          disabled={isDisabled}
          onChange={setEvaluator}
          items={sets.evaluators.map((one) => ({
            value: one.evaluator_version_id,
            label: `${one.name} ${one.version}`,
          }))}
        />
      </div>
      <div className="flex flex-wrap gap-4">
        <Field label={t('gate.margin')}>
          <NumberInput
            label={t('gate.margin')}
            value={margin}
            min={0}
            max={1}
            step={0.05}
            disabled={isDisabled}
            onChange={(value) => setMargin(value ?? 0)}
          />
        </Field>
        <Field label={t('gate.least')}>
          <NumberInput
            label={t('gate.least')}
            value={least}
            min={0}
            max={1}
            step={0.05}
            disabled={isDisabled}
            onChange={(value) => setLeast(value ?? 0)}
          />
        </Field>
      </div>
      {save.error && <ErrorPanel error={save.error} />}
      {mayChange && (
        <div className="flex gap-2">
          <Button
            size="sm"
            disabled={!dataset || !evaluator}
            busy={save.isPending}
            onClick={() => save.mutate({ dataset_id: dataset!, evaluator_version_id: evaluator!, margin, least })}
          >
            {t('gate.save')}
          </Button>
          {gate && (
            <Button size="sm" onClick={() => save.mutate(undefined)}>
              {t('gate.remove')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
