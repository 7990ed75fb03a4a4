import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import type { Message } from '../detail.ts'
import { keyPattern } from '../prompt-key.ts'
import { refreshPrompts } from '../prompts.queries.ts'
import type { PromptDraft } from '../span-messages.ts'

interface CreatePromptDialogProps {
  spaceId: string
  /** The initial content; two empty messages by default. */
  draft?: PromptDraft
  onClose: () => void
}
interface Template {
  value: string
  label: string
  description: string
  messages: Message[]
}
/** Official prompts, most used first. */
async function searchTemplates(word: string, signal: AbortSignal): Promise<Template[]> {
  const asked = { page: 1, page_size: 50, key_word: word }
  const { prompts } = await api.promptManage.official(asked, { signal })
  return prompts.map((one) => ({
    value: one.id,
    label: one.display_name,
    description: one.description,
    messages: one.prompt_text?.message_list ?? [],
  }))
}
const blank: Message[] = [
  { message_type: PromptMessageType.system, content: '' },
  { message_type: PromptMessageType.user, content: '' },
]

/** Creates a prompt with a name and the key by which programs request it. */
export function CreatePromptDialog({ spaceId, draft, onClose }: CreatePromptDialogProps) {
  const t = useT('prompts')
  const navigate = useNavigate()
  const { values, isDirty, text, set } = useForm(() => ({
    name: '',
    key: '',
    description: '',
    template: null as Template | null,
  }))
  const key = values.key.trim()
  const isBadKey = key !== '' && !keyPattern.test(key)
  const create = useMutation({
    mutationFn: () =>
      api.promptManage.create({
        space_id: spaceId,
        display_name: values.name.trim(),
        prompt_key: key,
        description: values.description.trim(),
        prompt_text: { message_list: draft?.messages ?? values.template?.messages ?? blank },
        ...(draft?.model && { model_config: draft.model }),
        ...(draft?.tools.length && { tools: draft.tools }),
      }),
    onSuccess: ({ prompt_id: id }) => {
      // Templates are sorted by use. A lost report must not prevent the creation.
      if (values.template)
        void api.promptShelf
          .report({ report_event: { report_event_type: 2, prompt_id: values.template.value } })
          .catch(() => undefined)
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
      {!draft && (
        <Field label={t('create.template')} help={t('create.templateHelp')}>
          <Combobox
            clearable
            placeholder={t('create.blank')}
            search={searchTemplates}
            value={values.template}
            onChange={(template) => set({ template, ...(template && !values.name && { name: template.label }) })}
          />
        </Field>
      )}
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
