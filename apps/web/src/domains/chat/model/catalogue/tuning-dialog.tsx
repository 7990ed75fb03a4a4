import { TUNING_LIMITS } from '@orrery/contract/shared/tuning-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshModels } from '../model.queries.ts'

interface TuningDialogProps {
  spaceId: string
  modelId: string
  name: string
  onClose: () => void
}

/** Uploads examples, shows what a training with them costs, and starts it. */
export function TuningDialog({ spaceId, modelId, name, onClose }: TuningDialogProps) {
  const t = useT('model')
  const picker = useRef<HTMLInputElement>(null)
  const [title, setTitle] = useState('')
  const [epochs, setEpochs] = useState(3)
  const [kept, setKept] = useState(10)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const data = await base64Of(file)
      return { name: file.name, ...(await api.modelTuning.upload({ space_id: spaceId, fileName: file.name, data })) }
    },
  })
  const { data: template } = useQuery({
    queryKey: ['models', 'tuning-template'],
    queryFn: ({ signal }) => api.modelTuning.template({}, { signal }),
  })
  const found = upload.data
  const cost = useQuery({
    queryKey: ['models', 'tuning-cost', found?.dataset_id, modelId, epochs],
    enabled: found !== undefined,
    queryFn: ({ signal }) =>
      api.modelTuning.cost(
        { space_id: spaceId, task_id: found!.dataset_id, base_model_id: modelId, epochs },
        { signal },
      ),
  })
  const begin = useMutation({
    mutationFn: async () => {
      await api.modelTuning.create({
        space_id: spaceId,
        base_model_id: modelId,
        training_dataset_id: found!.dataset_id,
        validating_dataset: { split_ratio: kept },
        finetune_configuration: { epochs },
        name: title.trim(),
      })
      await refreshModels()
    },
    onSuccess: () => {
      toast.ok(t('tuning.begun', { name: title.trim() }))
      onClose()
    },
  })
  return (
    <FormDialog
      size="md"
      title={t('tuning.title', { name })}
      description={t('tuning.help')}
      isReady={found !== undefined && title.trim() !== ''}
      call={begin}
      action={t('tuning.begin')}
      onSubmit={() => begin.mutate()}
      onClose={onClose}
    >
      <Field label={t('tuning.name')} required>
        <Input value={title} limit={TUNING_LIMITS.name} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field label={t('tuning.examples')} help={t('tuning.examplesHelp', { least: TUNING_LIMITS.examples })}>
        <div className="flex items-center gap-3">
          <input
            ref={picker}
            type="file"
            accept=".jsonl,.json"
            aria-label={t('tuning.examples')}
            className="sr-only"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) upload.mutate(file)
              event.target.value = ''
            }}
          />
          <Button icon={Upload} busy={upload.isPending} onClick={() => picker.current?.click()}>
            {t('tuning.upload')}
          </Button>
          {template && (
            <a href={template.zip_files} download="examples.jsonl" className="text-brand hover:underline">
              {t('tuning.template')}
            </a>
          )}
        </div>
      </Field>
      {upload.error && <ErrorPanel error={upload.error} />}
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('tuning.epochs')}>
          <NumberInput
            label={t('tuning.epochs')}
            min={1}
            max={TUNING_LIMITS.epochs}
            value={epochs}
            onChange={(next) => next !== null && setEpochs(next)}
          />
        </Field>
        <Field label={t('tuning.kept')}>
          <NumberInput
            label={t('tuning.kept')}
            unit="%"
            min={0}
            max={50}
            value={kept}
            onChange={(next) => next !== null && setKept(next)}
          />
        </Field>
      </div>
      {found && cost.data && (
        <p role="status" className="text-small text-mute">
          {t('tuning.cost', {
            file: found.name,
            count: found.examples,
            tokens: formatNumber(cost.data.token),
            cost: formatNumber(cost.data.cost),
          })}
        </p>
      )}
    </FormDialog>
  )
}

async function base64Of(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
    reader.readAsDataURL(file)
  })
  return address.slice(address.indexOf(',') + 1)
}
