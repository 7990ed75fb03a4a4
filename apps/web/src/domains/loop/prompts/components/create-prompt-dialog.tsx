import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import type { Message } from '../detail.ts'
import { refreshPrompts } from '../prompts.queries.ts'

const keyPattern = /^[A-Za-z][\w.\-/]{0,99}$/

interface CreatePromptDialogProps {
  spaceId: string
  /** What it says at first; two empty messages unless told. */
  messages?: Message[]
  onClose: () => void
}
const blank: Message[] = [
  { message_type: PromptMessageType.system, content: '' },
  { message_type: PromptMessageType.user, content: '' },
]

/** A prompt begins with its name and the key that programs ask for. */
export function CreatePromptDialog({ spaceId, messages, onClose }: CreatePromptDialogProps) {
  const t = useT('prompts')
  const navigate = useNavigate()
  const { values, isDirty, text } = useForm(() => ({ name: '', key: '', description: '' }))
  const key = values.key.trim()
  const isBadKey = key !== '' && !keyPattern.test(key)
  const create = useMutation({
    mutationFn: () =>
      api.promptManage.create({
        space_id: spaceId,
        display_name: values.name.trim(),
        prompt_key: key,
        description: values.description.trim(),
        prompt_text: { message_list: messages ?? blank },
      }),
    onSuccess: ({ prompt_id: id }) => {
      void refreshPrompts()
      void navigate({ to: '/space/$space_id/prompts/$prompt_id', params: { space_id: spaceId, prompt_id: id } })
    },
  })
  return (
    <FormDialog
      title={t('create.title')}
      description={t('create.text')}
      isDirty={isDirty}
      isReady={values.name.trim() !== '' && key !== '' && !isBadKey}
      call={create}
      action={t('create.title')}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={t('create.name')} required>
        <Input {...text('name')} />
      </Field>
      <Field label={t('create.key')} required help={t('create.keyHelp')} error={isBadKey && t('create.keyFault')}>
        <Input {...text('key')} />
      </Field>
      <Field label={t('create.description')}>
        <Input {...text('description')} />
      </Field>
    </FormDialog>
  )
}
