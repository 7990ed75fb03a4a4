import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { refreshEvaluation } from '../evaluation.queries.ts'
import { type ContentForm, contentOf, firstForm } from '../evaluator-form.ts'
import { ContentFields } from './content-fields.tsx'

interface CreateEvaluatorDialogProps {
  spaceId: string
  onCreated: (id: string) => void
  onClose: () => void
}

export function CreateEvaluatorDialog({ spaceId, onCreated, onClose }: CreateEvaluatorDialogProps) {
  const t = useT('evaluation')
  const [name, setName] = useState('')
  const [form, setForm] = useState<ContentForm>(firstForm)
  const save = useMutation({
    mutationFn: () =>
      api.evaluator.create({
        evaluator: { space_id: spaceId, name: name.trim(), current_version: { evaluator_content: contentOf(form) } },
      }),
    onSuccess: async ({ evaluator_id }) => {
      await refreshEvaluation(spaceId)
      onCreated(evaluator_id)
    },
  })
  return (
    <FormDialog
      size="lg"
      title={t('evaluator.create')}
      description={t('evaluator.createText')}
      isDirty={name !== '' || form !== firstForm}
      isReady={name.trim() !== ''}
      call={save}
      action={t('evaluator.create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('form.name')} required>
        <Input value={name} onChange={({ target }) => setName(target.value)} maxLength={50} />
      </Field>
      <ContentFields spaceId={spaceId} form={form} disabled={false} onChange={setForm} />
    </FormDialog>
  )
}
