import { useMutation, useQuery } from '@tanstack/react-query'
import { useModels } from '#domains/chat/model/index.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { fromText, toText } from '../intent-text.ts'
import { type Intents, intentsQuery, refreshPeople } from '../people.queries.ts'

interface IntentsDialogProps {
  spaceId: string
  onClose: () => void
}
/** Edits the intents by which the questions of a space are sorted. */
export function IntentsDialog({ spaceId, onClose }: IntentsDialogProps) {
  const { data } = useQuery(intentsQuery(spaceId))
  return data ? <Form spaceId={spaceId} intents={data} onClose={onClose} /> : null
}

function Form({ spaceId, intents, onClose }: IntentsDialogProps & { intents: Intents }) {
  const t = useT('people')
  const models = useModels(spaceId)
  const { values, set, text, field, isDirty } = useForm(() => ({
    lines: toText(intents.intents),
    labeller: intents.labeller,
    model: intents.model_id,
    again: false,
  }))
  const save = useMutation({
    mutationFn: () =>
      api.traceIntents.save({
        space_id: spaceId,
        version: intents.version,
        intents: fromText(values.lines, intents.intents),
        labeller: values.labeller,
        again: values.again,
        ...(values.labeller === 'model' && values.model && { model_id: values.model }),
      }),
    onSuccess: async () => {
      await refreshPeople(spaceId)
      toast.ok(t('intents.saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      size="lg"
      title={t('intents.edit')}
      description={t('intents.text')}
      isDirty={isDirty}
      isReady={values.lines.trim() !== ''}
      call={save}
      action={t('intents.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('intents.lines')} help={t('intents.linesHelp')} required>
        <Textarea {...text('lines')} mono rows={12} maxLength={100_000} spellCheck={false} />
      </Field>
      <Segmented
        label={t('labeller')}
        items={(['words', 'model'] as const).map((value) => ({ value, label: t(`labeller.${value}`) }))}
        {...field('labeller')}
      />
      {values.labeller === 'model' && (
        <Field label={t('model')} help={t('model.help')}>
          <Select
            items={[
              { value: '', label: t('model.default') },
              ...models.map(({ model_type, name }) => ({ value: String(model_type), label: name })),
            ]}
            {...field('model')}
          />
        </Field>
      )}
      <Checkbox checked={values.again} onChange={(again) => set({ again })}>
        {t('again')}
      </Checkbox>
    </FormDialog>
  )
}
