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
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { fillPlaceholders, placeholdersIn } from '../placeholders.ts'
import { refreshPrompts } from '../prompt.queries.ts'
import { TextDiff } from './text-diff.tsx'

interface PromptDetailProps {
  prompt: Prompt | null
  current: string
  onUse: (prompt: Prompt) => void
  onEdit: (prompt: Prompt) => void
  onGone: () => void
}

/** The text of a prompt, or its differences from the text in the editor. */
export function PromptDetail({ prompt, current, onUse, onEdit, onGone }: PromptDetailProps) {
  const t = useT('prompt')
  const inBin = useT('bin')
  const [view, setView] = useState<'text' | 'diff'>('text')
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({})
  if (!prompt)
    return <p className="flex flex-1 items-center justify-center rounded-lg bg-page text-mute">{t('detail.choose')}</p>
  const open = placeholdersIn(prompt.prompt_text)
  const text = fillPlaceholders(prompt.prompt_text, known)
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
          <p className="text-prose wrap-anywhere whitespace-pre-wrap">{text}</p>
        ) : (
          <TextDiff before={current} after={text} className="pb-2" />
        )}
      </div>
      {open.length > 0 && (
        <fieldset className="flex max-h-40 flex-wrap gap-2 overflow-y-auto border-t border-line px-3 pt-2">
          <legend className="sr-only">{t('detail.fillIn')}</legend>
          <p className="w-full text-small text-mute">{t('detail.fillIn')}</p>
          {open.map((name) => (
            <Input
              key={name}
              size="sm"
              aria-label={name}
              placeholder={name}
              value={known[name] ?? ''}
              onChange={(event) => setKnown({ ...known, [name]: event.target.value })}
              className="w-44"
            />
          ))}
        </fieldset>
      )}
      <footer className="flex items-center justify-end gap-2 px-3 py-3">
        {current.trim() !== '' && <span className="mr-auto text-small text-mute">{t('detail.replaces')}</span>}
        <Button kind="solid" onClick={() => onUse({ ...prompt, prompt_text: text })}>
          {t('detail.use')}
        </Button>
      </footer>
    </section>
  )
}
