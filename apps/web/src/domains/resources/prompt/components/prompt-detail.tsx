import type { Prompt } from '@orrery/contract'
import { BIN_DAYS } from '@orrery/contract/shared/limits'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { refreshPrompts } from '../prompt.queries.ts'
import { TextDiff } from './text-diff.tsx'

interface PromptDetailProps {
  prompt: Prompt | null
  current: string
  onUse: (prompt: Prompt) => void
  onEdit: (prompt: Prompt) => void
  onGone: () => void
}

/** The text of a prompt, or its difference from the text in the editor. */
export function PromptDetail({ prompt, current, onUse, onEdit, onGone }: PromptDetailProps) {
  const t = useT('prompt')
  const inBin = useT('bin')
  const [view, setView] = useState<'text' | 'diff'>('text')
  if (!prompt)
    return <p className="flex flex-1 items-center justify-center rounded-lg bg-page text-mute">{t('detail.choose')}</p>
  const remove = () =>
    confirm({
      title: t('delete.title', { name: prompt.name }),
      text: [inBin('ask.text', { count: 1, days: BIN_DAYS }), t('delete.text')].join(' '),
      action: t('delete.action'),
      danger: true,
      onConfirm: async () => {
        await api.promptLibrary.remove({ prompt_resource_id: prompt.id })
        await refreshPrompts()
        onGone()
      },
    })
  return (
    <section aria-label={prompt.name} className="flex min-w-0 flex-1 flex-col rounded-lg bg-page">
      <header className="flex items-center gap-2 px-3 py-2">
        <h3 className="min-w-0 flex-1 truncate font-semibold">{prompt.name}</h3>
        <CopyButton text={prompt.prompt_text} label={t('detail.copy')} />
        {!prompt.official && (
          <>
            <IconButton icon={Pencil} label={t('detail.edit')} onClick={() => onEdit(prompt)} />
            <IconButton icon={Trash2} kind="danger" label={t('detail.delete')} onClick={() => void remove()} />
          </>
        )}
      </header>
      {current.trim() !== '' && (
        <div className="px-3 pb-2">
          <Segmented
            size="sm"
            label={t('detail.view')}
            items={[
              { value: 'text', label: t('detail.text') },
              { value: 'diff', label: t('detail.diff') },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto px-3">
        {view === 'text' || current.trim() === '' ? (
          <p className="text-prose wrap-anywhere whitespace-pre-wrap">{prompt.prompt_text}</p>
        ) : (
          <TextDiff before={current} after={prompt.prompt_text} className="pb-2" />
        )}
      </div>
      <footer className="flex items-center justify-end gap-2 px-3 py-3">
        {current.trim() !== '' && <span className="mr-auto text-small text-mute">{t('detail.replaces')}</span>}
        <Button kind="solid" onClick={() => onUse(prompt)}>
          {t('detail.use')}
        </Button>
      </footer>
    </section>
  )
}
