import type { BuiltInQuestions } from '@orrery/contract/shared/checkup-enums'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshBuiltIn } from '../checkup.queries.ts'

interface QuestionsDialogProps {
  name: BuiltInQuestions
  lines: string[]
  onClose: () => void
}

/** Replaces the built-in questions with questions of the instance. */
export function QuestionsDialog({ name, lines, onClose }: QuestionsDialogProps) {
  const t = useT('checkup')
  const form = useForm({ text: lines.join('\n') })
  const wanted = form.values.text.split('\n').flatMap((line) => line.trim() || [])
  const save = useMutation({
    mutationFn: () =>
      api.checkupTask.setup({
        config: {
          setup_mode: 1,
          upsert_config: {
            case_config: { name, rows: wanted.map((text) => ({ contents: [{ data_type: 1, text }] })) },
          },
        },
      }),
    onSuccess: async () => {
      await refreshBuiltIn()
      toast.ok(t('admin.saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('admin.editTitle')}
      isDirty={form.isDirty}
      isReady={form.isDirty && wanted.length > 0}
      call={save}
      action={t('admin.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t(`builtIn.${name}`)} help={t(name === 'speed/whole' ? 'admin.milliseconds' : 'admin.line')}>
        <Textarea rows={8} {...form.text('text')} />
      </Field>
    </FormDialog>
  )
}
