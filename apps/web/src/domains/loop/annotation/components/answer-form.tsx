import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { Question } from '../annotation.queries.ts'

type Answers = Record<string, string>
interface AnswerFormProps {
  questions: Question[]
  initial: Answers
  /** The name of the row being answered. */
  label: string
  action: string
  isBusy: boolean
  onSubmit: (answers: Answers) => void
  /** Skips the row for now. */
  onSkip?: (() => void) | undefined
  children?: ReactNode
}
/** The index of the option that a digit key selects. */
const digit = (key: string) => (/^[1-9]$/.test(key) ? Number(key) - 1 : undefined)

/** The questions about a row. A digit selects an option, and also submits if there is only one question. */
export function AnswerForm(props: AnswerFormProps) {
  const { questions, initial, label, action, isBusy, onSubmit, onSkip, children } = props
  const t = useT('annotation')
  const [answers, setAnswers] = useState(initial)
  const frame = useRef<HTMLDivElement>(null)
  // Focus the form so that the keys work at once.
  useEffect(() => frame.current?.focus(), [])
  const optionsOf = ({ type, options }: Question) => (type === 'bool' ? ['true', 'false'] : options)
  const isReady = questions.every(({ key, isRequired }) => !isRequired || answers[key])
  const only = questions.length === 1 ? questions[0] : undefined
  const choose = ({ key }: Question, text: string) => {
    const next = { ...answers, [key]: text }
    setAnswers(next)
    if (only && !isBusy) onSubmit(next)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const isWriting = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (isWriting) return
    const at = digit(event.key)
    const first = questions.find((question) => optionsOf(question).length)
    const option = at === undefined || !first ? undefined : optionsOf(first)[at]
    if (first && option !== undefined) choose(first, option)
    else if (event.key.toLowerCase() === 'j' && onSkip) onSkip()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={frame}
      role="group"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKey}
      className="flex max-w-3xl flex-col gap-4 outline-none"
    >
      {children}
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !isBusy) onSubmit(answers)
        }}
      >
        {questions.map((question) => (
          <Ask
            key={question.key}
            question={question}
            options={optionsOf(question)}
            value={answers[question.key] ?? ''}
            onChoose={(text) => choose(question, text)}
            onChange={(text) => setAnswers({ ...answers, [question.key]: text })}
          />
        ))}
        <div className="flex items-center gap-2">
          <Button type="submit" kind="solid" disabled={!isReady} busy={isBusy}>
            {action}
          </Button>
          {onSkip && (
            <Button onClick={onSkip}>
              {t('queue.skip')} <KeyCap keys="j" silent />
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}

interface AskProps {
  question: Question
  options: string[]
  value: string
  onChoose: (text: string) => void
  onChange: (text: string) => void
}
function Ask({ question: { name, type, isRequired }, options, value, onChoose, onChange }: AskProps) {
  const t = useT('annotation')
  const wordOf = (option: string) => (type === 'bool' ? t(option === 'true' ? 'answer.yes' : 'answer.no') : option)
  if (options.length)
    return (
      <fieldset className="flex flex-col gap-2">
        <legend data-user-text className="mb-2 font-medium">
          {name}
        </legend>
        <div className="flex flex-wrap gap-2">
          {options.map((option, at) => (
            <Button key={option} aria-pressed={value === option} onClick={() => onChoose(option)}>
              <span data-user-text={type === 'choice' || undefined}>{wordOf(option)}</span>
              {at < 9 && <KeyCap keys={String(at + 1) as '1'} silent />}
            </Button>
          ))}
        </div>
      </fieldset>
    )
  return (
    <Field label={name} required={isRequired}>
      {type === 'text' ? (
        <Textarea rows={3} value={value} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <Input inputMode="decimal" value={value} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  )
}
