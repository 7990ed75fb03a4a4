import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface AssistantTalkProps {
  current: string
  /** The latest version of the prompt that the assistant wrote. */
  text: string
  onText: (text: string) => void
}

/** The assistant asks one question at a time, and rewrites the prompt after each answer. */
export function AssistantTalk({ current, text, onText }: AssistantTalkProps) {
  const t = useT('prompts')
  const [language] = useLanguage()
  const [said, setSaid] = useState<string[]>([])
  const [draft, setDraft] = useState('')
  const contexts = said.map((content) => ({ message_type: PromptMessageType.user, content }))
  const { data: guide } = useQuery({
    queryKey: ['prompts', 'guide', language, said.length],
    queryFn: async ({ signal }) =>
      (await api.promptAssist.helper({ get_next_guide: true, contexts }, { signal })).item.content,
  })
  const ask = useMutation({
    mutationFn: async (message: string) =>
      (
        await api.promptAssist.helper({
          message: { message_type: PromptMessageType.user, content: message },
          contexts,
          last_generated_prompt: text || current,
        })
      ).item.content ?? '',
    onSuccess: (written, message) => {
      setSaid([...said, message])
      setDraft('')
      onText(written)
    },
  })
  return (
    <div className="flex flex-col gap-2">
      {said.map((content, at) => (
        <p key={at} className="self-end rounded-md bg-brand-soft px-3 py-1.5 wrap-anywhere">
          {content}
        </p>
      ))}
      {guide && <p className="rounded-md bg-page px-3 py-1.5">{guide}</p>}
      {ask.error && <ErrorPanel error={ask.error} />}
      <div className="flex items-end gap-2">
        <Textarea
          rows={1}
          aria-label={t('assistant.answer')}
          placeholder={t('assistant.answer')}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          className="flex-1"
        />
        <Button busy={ask.isPending} disabled={!draft.trim()} onClick={() => ask.mutate(draft.trim())}>
          {t('assistant.send')}
        </Button>
      </div>
    </div>
  )
}
