import { useState, type ChangeEvent } from 'react'
import { visibleLength } from '#lib/text-length.ts'

interface TextProps<E> {
  value?: unknown
  defaultValue?: unknown
  onChange?: (event: ChangeEvent<E>) => void
}

/** The length of the text of a field, controlled or uncontrolled. */
export function useTextLength<E extends HTMLInputElement | HTMLTextAreaElement>(
  { value, defaultValue, onChange }: TextProps<E>,
  counts: boolean,
): [number, (event: ChangeEvent<E>) => void] {
  const [typed, setTyped] = useState(() => (counts ? visibleLength(String(defaultValue ?? '')) : 0))
  const length = counts && value !== undefined ? visibleLength(String(value ?? '')) : typed
  const change = (event: ChangeEvent<E>) => {
    if (counts) setTyped(visibleLength(event.currentTarget.value))
    onChange?.(event)
  }
  return [length, change]
}
