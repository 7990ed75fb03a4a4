import { useState } from 'react'

interface Composing {
  onCompositionStart: () => void
  onCompositionEnd: () => void
}

/**
 * What is typed, without the letters of a word that an input method is still putting together: what is searched for. The
 * second value goes onto the field.
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
