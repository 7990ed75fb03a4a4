import type { InputElement } from '@orrery/engine/card'
import { Star } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface DrawnInputProps {
  element: InputElement
  value: string
  onChange: (value: string) => void
}

/** An input of a card. A button of the card sends its value. */
export function DrawnInput({ element, value, onChange }: DrawnInputProps) {
  return (
    <Field label={element.label} required={element.required}>
      <Control element={element} value={value} onChange={onChange} />
    </Field>
  )
}

function Control({ element, value, onChange }: DrawnInputProps) {
  const t = useT('chat')
  switch (element.type) {
    case 'input':
      return element.lines > 1 ? (
        <Textarea
          rows={element.lines}
          placeholder={element.placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Input placeholder={element.placeholder} value={value} onChange={({ target }) => onChange(target.value)} />
      )
    case 'select':
      return (
        <Select
          items={element.options.filter(Boolean).map((option) => ({ value: option, label: option }))}
          value={value || null}
          placeholder={t('card.choose')}
          onChange={onChange}
        />
      )
    case 'date':
      return <Input type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    case 'rating':
      return (
        <div role="group" aria-label={element.label} className="flex">
          {Array.from({ length: element.max }, (_, at) => (
            <IconButton
              // oxlint-disable-next-line react/no-array-index-key -- stars are identified by their number
              key={at}
              icon={Star}
              label={t('card.stars', { count: at + 1 })}
              pressed={Number(value) === at + 1}
              className={at < Number(value) ? 'text-warn' : ''}
              onClick={() => onChange(String(at + 1))}
            />
          ))}
        </div>
      )
  }
}
