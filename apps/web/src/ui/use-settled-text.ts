import { useState } from 'react'

interface Composing {
  onCompositionStart: () => void
  onCompositionEnd: () => void
}

/**
 * The typed text to search for, without letters that an input method is still composing. Spread the second value on the
 * field.
 */
export function useSettledText(text: string): [settled: string, composing: Composing] {
  const [isComposing, setComposing] = useState(false)
  const [settled, setSettled] = useState(text)
  if (!isComposing && settled !== text) setSettled(text)
  return [
    isComposing ? settled : text,
    { onCompositionStart: () => setComposing(true), onCompositionEnd: () => setComposing(false) },
  ]
}
