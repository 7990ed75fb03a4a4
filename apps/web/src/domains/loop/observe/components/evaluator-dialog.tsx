import { useMutation } from '@tanstack/react-query'
import { useModels } from '#domains/chat/model/index.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshAutomations } from '../automation.queries.ts'

interface EvaluatorDialogProps {
  spaceId: string
  onClose: () => void
}
/** The variables of a prompt. */
const names = { input: '{{input}}', output: '{{output}}', error: '{{error}}' }
const codes = {
  javascript: `function evaluate({ input, output, error }) {
  return { score: error ? 0 : 1, reason: error || 'No error' }
}`,
  python: `def evaluate(fields):
    return {"score": 0 if fields["error"] else 1, "reason": fields["error"] or "No error"}`,
}
type Language = keyof typeof codes

/** Creates an evaluator: a model with a prompt, or code. */
export function EvaluatorDialog({ spaceId, onClose }: EvaluatorDialogProps) {
  const t = useT('automation')
  const models = useModels(spaceId)
  const { values, set, text, field, isDirty } = useForm({
    name: '',
    kind: 'judge' as 'judge' | 'code',
    model: '',
    prompt: t('evaluator.promptStart', names),
    language: 'javascript' as Language,
    code: codes.javascript,
  })
  const save = useMutation({
    mutationFn: () =>
      api.traceTasks.createEvaluator({
        workspace_id: spaceId,
        name: values.name.trim(),
        content:
          values.kind === 'judge'
            ? { kind: 'judge', prompt: values.prompt, ...(values.model && { model_id: values.model }) }
            : { kind: 'code', language: values.language, code: values.code },
      }),
    onSuccess: async ({ version }) => {
      await refreshAutomations(spaceId)
      toast.ok(t('evaluator.saved', { version }))
      onClose()
    },
  })
  const content = values.kind === 'judge' ? values.prompt : values.code
  return (
    <FormDialog
      size="lg"
      title={t('evaluator.create')}
      description={t('evaluator.text')}
      isDirty={isDirty}
      isReady={values.name.trim() !== '' && content.trim() !== ''}
      call={save}
      action={t('evaluator.create')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('evaluator.name')} help={t('evaluator.nameHelp')} required>
        <Input {...text('name')} maxLength={50} />
      </Field>
      <Segmented
        label={t('evaluator.kind')}
        items={(['judge', 'code'] as const).map((value) => ({ value, label: t(`evaluator.${value}`) }))}
        {...field('kind')}
      />
      {values.kind === 'judge' ? (
        <>
          <Field label={t('evaluator.model')}>
            <Select
              items={[
                { value: '', label: t('evaluator.modelDefault') },
                ...models.map(({ model_type, name }) => ({ value: String(model_type), label: name })),
              ]}
              {...field('model')}
            />
          </Field>
          <Field label={t('evaluator.prompt')} help={t('evaluator.promptHelp', names)} required>
            <Textarea {...text('prompt')} rows={6} maxLength={20_000} />
          </Field>
        </>
      ) : (
        <>
          <Field label={t('evaluator.language')}>
            <Select
              items={[
                { value: 'javascript', label: 'JavaScript' },
                { value: 'python', label: 'Python' },
              ]}
              value={values.language}
              onChange={(language) =>
                set({ language, ...(values.code === codes[values.language] && { code: codes[language] }) })
              }
            />
          </Field>
          <Field label={t('evaluator.code')} help={t('evaluator.codeHelp')} required>
            <Textarea {...text('code')} mono rows={8} maxLength={100_000} spellCheck={false} />
          </Field>
        </>
      )}
    </FormDialog>
  )
}
