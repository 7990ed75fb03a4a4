import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { keyPattern } from '../prompt-key.ts'
import { type Prompt, refreshPrompts } from '../prompts.queries.ts'

interface CopyDialogProps {
  prompt: Prompt
  spaceId: string
  onClose: () => void
}

/** Copies the latest version of a prompt, or its draft if it has no version. */
export function CopyDialog({ prompt, spaceId, onClose }: CopyDialogProps) {
  const t = useT('prompts')
  const navigate = useNavigate()
  const { values, isDirty, text } = useForm(() => ({
    name: t('copy.name', { name: prompt.display_name }),
    key: `${prompt.prompt_key}-copy`,
  }))
  const key = values.key.trim()
  const isBadKey = key !== '' && !keyPattern.test(key)
  const copy = useMutation({
    mutationFn: () =>
      api.promptManage.clone({
        prompt_id: prompt.id,
        dest_display_name: values.name.trim(),
        dest_prompt_key: key,
      }),
    onSuccess: ({ dest_prompt_id: id }) => {
      void refreshPrompts()
      onClose()
      void navigate({ to: '/space/$space_id/prompts/$prompt_id', params: { space_id: spaceId, prompt_id: id } })
    },
  })
  return (
    <FormDialog
      title={t('copy.title')}
      isDirty={isDirty}
      isReady={values.name.trim() !== '' && key !== '' && !isBadKey}
      call={copy}
      action={t('copy.action')}
      onSubmit={() => copy.mutate()}
      onClose={onClose}
    >
      <Field label={t('create.name')} required>
        <Input {...text('name')} />
      </Field>
      <Field label={t('create.key')} required help={t('create.keyHelp')} error={isBadKey && t('create.keyFault')}>
        <Input {...text('key')} />
      </Field>
    </FormDialog>
  )
}
