import type { Prompt } from '@orrery/contract'
import { PROMPT_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { visibleLength } from '#lib/text-length.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { type PromptForm, savePrompt } from '../prompt.queries.ts'

interface PromptFormDialogProps {
  spaceId: string
  prompt?: Prompt
  /** The initial text of a new prompt. */
  start: string
  onSaved: (id: string) => void
  onClose: () => void
}

export function PromptFormDialog({ spaceId, prompt, start, onSaved, onClose }: PromptFormDialogProps) {
  const t = useT('prompt')
  const [form, setForm] = useState<PromptForm>({
    name: prompt?.name ?? '',
    description: prompt?.description ?? '',
    text: prompt?.prompt_text ?? start,
  })
  const set = (change: Partial<PromptForm>) => setForm({ ...form, ...change })
  const save = useMutation({
    mutationFn: () => savePrompt(spaceId, form, prompt),
    onSuccess: (id) => {
      toast.ok(t('form.saved'))
      onSaved(id)
      onClose()
    },
  })
  const isReady =
    form.name.trim() !== '' &&
    form.text.trim() !== '' &&
    visibleLength(form.name.trim()) <= PROMPT_LIMITS.name &&
    visibleLength(form.description) <= PROMPT_LIMITS.description &&
    visibleLength(form.text) <= PROMPT_LIMITS.text
  return (
    <FormDialog
      size="md"
      title={prompt ? t('form.edit') : t('library.create')}
      isDirty
      isReady={isReady}
      call={save}
      action={t('form.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('form.name')} required>
        <Input limit={PROMPT_LIMITS.name} value={form.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label={t('form.description')}>
        <Input
          limit={PROMPT_LIMITS.description}
          value={form.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <Field label={t('form.text')} required>
        <Textarea
          rows={8}
          maxRows={16}
          limit={PROMPT_LIMITS.text}
          value={form.text}
          onChange={(event) => set({ text: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
