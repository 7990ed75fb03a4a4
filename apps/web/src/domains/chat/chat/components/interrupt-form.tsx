import { type FormEvent, useState } from 'react'
import { Check } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { useChat } from '../chat-context.ts'
import {
  type CardField,
  type CardOption,
  type InterruptCard,
  writeFields,
} from '@orrery/contract/shared/interrupt-card'
import type { Interrupt } from '../steps.ts'

/** A waiting run: choices or a small form to answer it. Free text is entered in the input as usual. */
export function InterruptForm({ interrupt, card }: { interrupt: Interrupt; card: InterruptCard }) {
  const t = useT('chat')
  const { store } = useChat()
  const { options, fields } = card
  const answer = (content: string) => void store.send({ content, contentType: 'text' })
  if (fields.length > 0) return <FieldForm fields={fields} onAnswer={answer} />
  if (options.length > 0) return <OptionList options={options} onAnswer={answer} />
  if (interrupt.kind !== 'approval') return null
  return (
    <div className="flex items-center gap-2">
      <Button kind="solid" size="sm" onClick={() => answer(t('approve.yes'))}>
        {t('approve.allow')}
      </Button>
      <Button size="sm" onClick={() => answer(t('approve.no'))}>
        {t('approve.refuse')}
      </Button>
      <span className="ml-auto text-small text-mute">{t('paused')}</span>
    </div>
  )
}

function OptionList({ options, onAnswer }: { options: readonly CardOption[]; onAnswer: (text: string) => void }) {
  const t = useT('chat')
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <div>
      <div
        role="radiogroup"
        aria-label={t('options')}
        className="overflow-hidden rounded-lg border border-brand/40 bg-card"
      >
        {options.map((option, index) => (
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={chosen === index}
            onClick={() => setChosen(index)}
            onDoubleClick={() => onAnswer(option.value)}
            className={cn(
              'focus-inset flex w-full items-center gap-3 border-b border-line px-3 py-2 text-left last:border-b-0 hover:bg-hover',
              chosen === index && 'bg-brand-soft hover:bg-brand-soft',
            )}
          >
            <kbd className="flex size-5 shrink-0 items-center justify-center rounded-sm border border-line bg-page text-caption text-mute">
              {String.fromCharCode(65 + (index % 26))}
            </kbd>
            <span className="min-w-0 flex-1 wrap-anywhere">{option.label}</span>
            {chosen === index && <Icon of={Check} className="text-brand" />}
          </button>
        ))}
      </div>
      <div className="mt-2 flex items-center gap-2">
        <Button
          size="sm"
          kind="solid"
          disabled={chosen === null}
          onClick={() => chosen !== null && onAnswer(options[chosen]!.value)}
        >
          {t('answer')}
        </Button>
        <span className="ml-auto text-small text-mute">{t('paused')}</span>
      </div>
    </div>
  )
}

function FieldForm({ fields, onAnswer }: { fields: readonly CardField[]; onAnswer: (text: string) => void }) {
  const t = useT('chat')
  const [values, setValues] = useState<Record<string, string>>({})
  const isReady = fields.every((field) => !field.isRequired || (values[field.name] ?? '').trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onAnswer(writeFields(fields, values))
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 rounded-lg border border-brand/40 bg-card p-3">
      {fields.map((field) => (
        <Field key={field.name} label={field.label} required={field.isRequired}>
          <Input
            value={values[field.name] ?? ''}
            inputMode={field.isNumber ? 'decimal' : undefined}
            onChange={(event) => setValues({ ...values, [field.name]: event.target.value })}
          />
        </Field>
      ))}
      <div>
        <Button type="submit" size="sm" kind="solid" disabled={!isReady}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
