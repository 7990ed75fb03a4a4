import { QUALITY_LIMITS } from '@orrery/contract/shared/dataset-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ModelSelect } from '#domains/chat/model/index.ts'
import type { Dataset } from '../dataset.queries.ts'
import { refreshQuality } from '../quality.queries.ts'

/** Sets up a quality score: the question, how often it is asked, and how the judge decides. */
export function ScoreDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const t = useT('dataset')
  const first = dataset.schema.fields.find(({ status }) => status === 1)?.name ?? 'input'
  const [name, setName] = useState('quality')
  const [modelId, setModelId] = useState('')
  const [question, setQuestion] = useState(`{{${first}}}`)
  const [judge, setJudge] = useState(t('score.judgeDefault', { question: `{{${first}}}`, answer: '{{answer}}' }))
  const [count, setCount] = useState(4)
  const model = modelId ? { id: modelId } : {}
  const save = useMutation({
    mutationFn: () =>
      api.datasetQuality.create({
        spaceID: dataset.spaceID,
        datasetID: dataset.id,
        job: {
          name,
          passKTask: {
            reasoner: { manualAnnotator: { model, promptContent: question } },
            judge: { manualAnnotator: { model, promptContent: judge } },
            inferenceRound: count,
          },
        },
      }),
    onSuccess: async () => {
      await refreshQuality()
      onClose()
    },
  })
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('score.create')}
      description={t('score.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('import.cancel')}</Button>
          <Button kind="solid" disabled={!name.trim()} busy={save.isPending} onClick={() => save.mutate()}>
            {t('create.action')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('score.column')} required>
          <Input value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={t('fill.modelLabel')} help={t('fill.modelHelp')}>
          <ModelSelect
            spaceId={dataset.spaceID}
            label={t('fill.modelLabel')}
            value={modelId}
            onChange={({ model_type }) => setModelId(String(model_type))}
          />
        </Field>
        <Field label={t('score.question')} help={t('fill.promptHelp')} required>
          <Textarea rows={2} value={question} onChange={({ target }) => setQuestion(target.value)} />
        </Field>
        <Field label={t('score.judge')} help={t('score.judgeHelp', { answer: '{{answer}}' })} required>
          <Textarea rows={3} value={judge} onChange={({ target }) => setJudge(target.value)} />
        </Field>
        <Field label={t('fill.votes')} layout="left">
          <NumberInput
            label={t('fill.votes')}
            min={1}
            max={QUALITY_LIMITS.rounds}
            value={count}
            onChange={(next) => setCount(next ?? 1)}
            className="w-24"
          />
        </Field>
        {save.error && <ErrorPanel error={save.error} />}
      </div>
    </Dialog>
  )
}
