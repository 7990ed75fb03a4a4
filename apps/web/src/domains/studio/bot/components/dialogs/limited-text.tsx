import { type ComponentProps, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { visibleLength } from '#lib/text-length.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface LimitedTextProps {
  label?: string
  /** Accessible name if no label is shown. */
  name?: string
  value: string
  limit: number
  onChange: (value: string) => void
  lines?: number
  help?: string
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
  onKeyDown?: ComponentProps<'input'>['onKeyDown']
}

/** A text of the draft. Text over the limit stays in the field, marked as an error, and is saved once it fits. */
export function LimitedText(props: LimitedTextProps) {
  const { label, name, value, limit, onChange, lines, help, placeholder, disabled, autoFocus, onKeyDown } = props
  const t = useT('bot')
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // The value was replaced, by an older version or by another user's edit.
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  const change = (next: string) => {
    setText(next)
    if (visibleLength(next) > limit) return
    setKnown(next)
    onChange(next)
  }
  const isLong = visibleLength(text) > limit
  const shared = { value: text, limit, placeholder, disabled, 'aria-label': name }
  return (
    <Field label={label} help={help} error={isLong && t('text.tooLong', { limit })}>
      {lines === undefined ? (
        <Input
          {...shared}
          autoFocus={autoFocus}
          onKeyDown={onKeyDown}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <Textarea {...shared} rows={lines} onChange={(event) => change(event.target.value)} />
      )}
    </Field>
  )
}
