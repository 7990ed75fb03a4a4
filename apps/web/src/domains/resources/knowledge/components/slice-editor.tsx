import { KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { type KeyboardEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface SliceEditorProps {
  label: string
  text?: string
  busy: boolean
  error: unknown
  onSave: (text: string) => void
  onCancel: () => void
}

/** Edits the text of a slice. Mod+Enter saves, Esc discards the changes. */
export function SliceEditor({ label, text = '', busy, error, onSave, onCancel }: SliceEditorProps) {
  const t = useT('knowledge')
  const [draft, setDraft] = useState(text)
  const isReady = draft.trim() !== '' && draft.length <= KNOWLEDGE_LIMITS.slice
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onCancel()
    } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && isReady) {
      event.preventDefault()
      onSave(draft)
    }
  }
  return (
    <div className="flex flex-col gap-2 py-1">
      <Textarea
        autoFocus
        aria-label={label}
        rows={4}
        maxRows={16}
        limit={KNOWLEDGE_LIMITS.slice}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {error !== null && error !== undefined && <ErrorPanel error={error} />}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button size="sm" kind="solid" keys="mod+Enter" disabled={!isReady} busy={busy} onClick={() => onSave(draft)}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
