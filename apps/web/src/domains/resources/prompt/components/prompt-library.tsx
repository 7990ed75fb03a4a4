import type { Prompt } from '@orrery/contract'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { PromptDetail } from './prompt-detail.tsx'
import { PromptFormDialog } from './prompt-form-dialog.tsx'
import { OfficialPrompts, OwnPrompts } from './prompt-lists.tsx'

interface PromptLibraryProps {
  spaceId: string
  /** The text in the editor, to compare with and to save as a new prompt. */
  current: string
  onUse: (text: string) => void
  onClose: () => void
}

type Shelf = 'own' | 'official'

/** Prompts to start from: those of the space, and the official ones. */
export function PromptLibrary({ spaceId, current, onUse, onClose }: PromptLibraryProps) {
  const t = useT('prompt')
  const [shelf, setShelf] = useState<Shelf>('official')
  const [word, setWord] = useState('')
  const [chosen, setChosen] = useState<Prompt | null>(null)
  const [form, setForm] = useState<Prompt | 'new' | null>(null)
  const search = useCallback((text: string) => setWord(text.trim()), [])
  const use = (prompt: Prompt) => {
    onUse(prompt.prompt_text)
    onClose()
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('library.title')}
      className="h-160 max-h-[calc(100vh-2rem)]"
    >
      <div className="flex h-full min-h-0 flex-col gap-3">
        <div className="flex items-center gap-2">
          <Segmented
            label={t('library.shelf')}
            items={[
              { value: 'official', label: t('library.official') },
              { value: 'own', label: t('library.own') },
            ]}
            value={shelf}
            onChange={(next) => {
              setShelf(next)
              setChosen(null)
            }}
          />
          <SearchInput value={word} onChange={search} placeholder={t('library.search')} className="ml-auto w-56" />
          <Button icon={Plus} onClick={() => setForm('new')}>
            {t('library.create')}
          </Button>
        </div>
        <div className="flex min-h-0 flex-1 gap-4">
          <div className="w-70 shrink-0 overflow-y-auto">
            {shelf === 'official' ? (
              <OfficialPrompts word={word} chosen={chosen} onChoose={setChosen} />
            ) : (
              <OwnPrompts
                spaceId={spaceId}
                word={word}
                chosen={chosen}
                onChoose={setChosen}
                onCreate={() => setForm('new')}
              />
            )}
          </div>
          <PromptDetail
            key={chosen?.id}
            prompt={chosen}
            current={current}
            onUse={use}
            onEdit={setForm}
            onGone={() => setChosen(null)}
          />
        </div>
      </div>
      {form && (
        <PromptFormDialog
          spaceId={spaceId}
          prompt={form === 'new' ? undefined : form}
          start={current}
          onSaved={() => {
            setShelf('own')
            setChosen(null)
          }}
          onClose={() => setForm(null)}
        />
      )}
    </Dialog>
  )
}
