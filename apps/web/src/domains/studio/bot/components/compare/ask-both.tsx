import { SendHorizontal, Square } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { ChatStore } from '#domains/chat/chat/index.ts'

/** Sends one question to both sides. */
export function AskBoth({ stores }: { stores: readonly [ChatStore, ChatStore] }) {
  const t = useT('bot')
  const [text, setText] = useState('')
  const states = [stores[0].use(), stores[1].use()]
  const isRunning = states.some((state) => state.run !== null)
  const isReady = states.every((state) => state.phase === 'ready') && !isRunning
  const ask = () => {
    const content = text.trim()
    if (!content || !isReady) return
    setText('')
    for (const store of stores) void store.send({ content, contentType: 'text' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    ask()
  }
  return (
    <div className="flex items-end gap-2 border-t border-line px-4 py-3">
      <Textarea
        aria-label={t('compare.ask')}
        placeholder={t('compare.ask')}
        rows={1}
        maxRows={6}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isRunning ? (
        <Button
          icon={Square}
          onClick={() => {
            for (const store of stores) void store.stop()
          }}
        >
          {t('compare.stop')}
        </Button>
      ) : (
        <Button kind="solid" icon={SendHorizontal} disabled={!isReady || text.trim() === ''} onClick={ask}>
          {t('compare.send')}
        </Button>
      )}
    </div>
  )
}
