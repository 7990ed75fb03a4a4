import { promptLabels, PromptStatus } from '@orrery/contract/shared/prompt-enums'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'

interface FollowPromptDialogProps {
  spaceId: string
  onUse: (ref: { key: string; label: string }) => void
  onClose: () => void
}
const none = 'none'

/** Selects the prompt and label that a bot follows. */
export function FollowPromptDialog({ spaceId, onUse, onClose }: FollowPromptDialogProps) {
  const t = useT('prompt')
  const [chosen, setChosen] = useState<{ value: string; label: string; description: string } | null>(null)
  const [label, setLabel] = useState<string>('production')
  const [search] = useState(() => async (word: string, signal: AbortSignal) => {
    const asked = {
      space_id: spaceId,
      page: 1,
      page_size: 20,
      key_word: word,
      publish_statuses: [PromptStatus.committed],
    }
    const { prompts } = await api.promptManage.list(asked, { signal })
    return prompts.map((prompt) => ({
      value: prompt.prompt_key,
      label: prompt.display_name,
      description: prompt.prompt_key,
    }))
  })
  return (
    <FormDialog
      title={t('follow.title')}
      description={t('follow.text')}
      isReady={chosen !== null}
      action={t('follow.action')}
      onSubmit={() => {
        onUse({ key: chosen!.value, label: label === none ? '' : label })
        onClose()
      }}
      onClose={onClose}
    >
      <Field label={t('follow.prompt')}>
        <Combobox placeholder={t('follow.prompt')} search={search} value={chosen} onChange={setChosen} />
      </Field>
      <Field label={t('follow.label')}>
        <Select
          value={label}
          onChange={setLabel}
          items={[
            { value: none, label: t('follow.none') },
            ...promptLabels.map((one) => ({ value: one as string, label: one })),
          ]}
        />
      </Field>
    </FormDialog>
  )
}
