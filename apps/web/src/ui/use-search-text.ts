import { useCallback, useEffect, useState } from 'react'
import { useSettledText } from './use-settled-text.ts'

const PAUSE_MS = 200

/**
 * The text of a search field whose value is stored elsewhere, for example in the address. The trimmed text is sent when
 * typing pauses. It comes back as the value a moment later, when more may have been typed, so only a value that was set
 * elsewhere (back button, cleared filters) replaces the text.
 */
export function useSearchText(value: string, onChange: (value: string) => void, pause = PAUSE_MS) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState<readonly string[]>([])
  const [settled, composing] = useSettledText(text)
  if (value !== known) {
    const at = sent.lastIndexOf(value)
    setKnown(value)
    setSent(at < 0 ? [] : sent.slice(at + 1))
    if (at < 0) setText(value)
  }
  const send = useCallback(
    (next: string) => {
      if (next === value) return
      setSent((all) => [...all, next])
      onChange(next)
    },
    [value, onChange],
  )
  const words = settled.trim()
  useEffect(() => {
    if (words === value) return undefined
    const timer = setTimeout(() => send(words), pause)
    return () => clearTimeout(timer)
  }, [words, value, send, pause])
  return { text, setText, words, send, composing }
}
