import { PromptStatus, PromptType } from '@orrery/contract/shared/prompt-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'

interface InsertTextDialogProps {
  spaceId: string
  /** The prompt being edited. It cannot include itself. */
  promptId: string
  onUse: (text: string) => void
  onClose: () => void
}
interface Choice {
  value: string
  label: string
  description: string
}

/** Inserts a text of the library into a message: as a link to a version, or as a copy. */
export function InsertTextDialog({ spaceId, promptId, onUse, onClose }: InsertTextDialogProps) {
  const t = useT('prompts')
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [way, setWay] = useState<'link' | 'copy'>('link')
  const [search] = useState(() => async (word: string, signal: AbortSignal) => {
    const asked = {
      space_id: spaceId,
      page: 1,
      page_size: 20,
      key_word: word,
      publish_statuses: [PromptStatus.committed],
      filter_prompt_types: [PromptType.segment],
    }
    const { prompts } = await api.promptManage.list(asked, { signal })
    return prompts
      .filter(({ id }) => id !== promptId)
      .map((one) => ({ value: one.id, label: one.display_name, description: one.latest_version }))
  })
  const use = useMutation({
    mutationFn: async ({ value: id }: Choice) => {
      const { prompt } = await api.promptManage.get({ prompt_id: id })
      return way === 'copy'
        ? (prompt.prompt_text?.message_list ?? []).map(({ content }) => content ?? '').join('\n\n')
        : `<cozeloop_snippet>id=${id}&version=${prompt.version}</cozeloop_snippet>`
    },
    onSuccess: (text) => {
      onUse(text)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('insert.title')}
      isReady={chosen !== null}
      call={use}
      action={t('insert.action')}
      onSubmit={() => use.mutate(chosen!)}
      onClose={onClose}
    >
      <Field label={t('insert.which')}>
        <Combobox placeholder={t('insert.which')} search={search} value={chosen} onChange={setChosen} />
      </Field>
      <Field label={t('insert.way')} help={t(way === 'link' ? 'insert.linkHelp' : 'insert.copyHelp')}>
        <Segmented
          label={t('insert.way')}
          value={way}
          onChange={setWay}
          items={[
            { value: 'link', label: t('insert.link') },
            { value: 'copy', label: t('insert.copy') },
          ]}
        />
      </Field>
    </FormDialog>
  )
}
