import { type KeyboardEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'

interface RewordingProps {
  text: string
  /** Otherwise later messages are removed as well. */
  isLatest: boolean
  onSend: (text: string) => void
  onCancel: () => void
}

/** Edits a sent question. Enter sends it, Esc cancels. */
export function Rewording({ text, isLatest, onSend, onCancel }: RewordingProps) {
  const t = useT('chat')
  const [words, setWords] = useState(text)
  const isReady = words.trim() !== '' && words.trim() !== text
  const send = () => isReady && onSend(words.trim())
  const type = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
  }
  return (
    <div className="w-full max-w-[85%] rounded-xl rounded-tr-sm border border-line-strong bg-card p-2 focus-within:border-focus">
      <textarea
        // The user opened this field with a button.
        autoFocus
        rows={1}
        value={words}
        aria-label={t('reword')}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={type}
        className="field-sizing-content max-h-60 min-h-9 w-full resize-none bg-transparent px-1 text-prose outline-none"
      />
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto px-1 text-caption text-mute">{t(isLatest ? 'reword.hint' : 'reword.later')}</span>
        <Button size="sm" onClick={onCancel}>
          {t('reword.cancel')}
        </Button>
        <Button size="sm" kind="solid" disabled={!isReady} onClick={send}>
          {t('send')}
        </Button>
      </div>
    </div>
  )
}
