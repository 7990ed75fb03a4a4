import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { type Evaluator, refreshEvaluation } from '../evaluation.queries.ts'
import { nextVersion } from '../evaluator-form.ts'

interface SubmitVersionDialogProps {
  spaceId: string
  evaluator: Evaluator
  onClose: () => void
}

/** Saves the draft as a version that experiments can use. */
export function SubmitVersionDialog({ spaceId, evaluator, onClose }: SubmitVersionDialogProps) {
  const t = useT('evaluation')
  const { values, text, isDirty } = useForm({ version: nextVersion(evaluator.latest_version), note: '' })
  const save = useMutation({
    mutationFn: () =>
      api.evaluator.submit({
        space_id: spaceId,
        evaluator_id: evaluator.evaluator_id,
        version: values.version.trim(),
        description: values.note.trim(),
      }),
    onSuccess: async () => {
      await refreshEvaluation(spaceId)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('version.new')}
      description={t('version.text')}
      isDirty={isDirty}
      isReady={values.version.trim() !== ''}
      call={save}
      action={t('version.create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('version.name')} required>
        <Input {...text('version')} maxLength={50} />
      </Field>
      <Field label={t('version.note')}>
        <Input {...text('note')} maxLength={500} />
      </Field>
    </FormDialog>
  )
}
