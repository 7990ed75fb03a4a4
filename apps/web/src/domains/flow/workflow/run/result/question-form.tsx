import { useMutation } from '@tanstack/react-query'
import { CircleQuestionMark } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { InputForm } from '../inputs/input-form.tsx'
import { faultsOf, type InputValues, toInput } from '../inputs/input-values.ts'
import { useRunTools } from '../run-context.ts'
import type { NodeQuestion } from '../run-model.ts'
import { readQuestion } from './read-question.ts'

/** The answer form of an interrupt: options, text, or a small form. */
export function QuestionForm({ question }: { question: NodeQuestion }) {
  const t = useT('workflow-run')
  const { store } = useRunTools()
  const asked = useMemo(() => readQuestion(question.data), [question.data])
  const answer = useMutation({ mutationFn: (data: string) => store.resume(question.id, data) })
  return (
    <section aria-label={t('question.title')} className="border-b border-line bg-info-soft/50 px-4 py-3">
      <h3 className="flex items-center gap-1.5 font-semibold text-info">
        <Icon of={CircleQuestionMark} />
        {t('question.from', { title: question.node_title })}
      </h3>
      {asked.text && <p className="mt-1 whitespace-pre-wrap">{asked.text}</p>}
      <div className="mt-2">
        {asked.fields.length > 0 ? (
          <FieldsAnswer fields={asked.fields} isBusy={answer.isPending} onSend={answer.mutate} />
        ) : (
          <TextAnswer options={asked.options} isBusy={answer.isPending} onSend={answer.mutate} />
        )}
      </div>
      {answer.error && <ErrorPanel error={answer.error} className="mt-2" />}
    </section>
  )
}

interface AnswerProps {
  isBusy: boolean
  onSend: (data: string) => void
}

function TextAnswer({ options, isBusy, onSend }: AnswerProps & { options: readonly string[] }) {
  const t = useT('workflow-run')
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) onSend(text)
  }
  return (
    <div className="flex flex-col gap-2">
      {options.length > 0 && (
        <div role="group" aria-label={t('question.options')} className="flex flex-wrap gap-1.5">
          {options.map((option) => (
            <Button key={option} size="sm" disabled={isBusy} onClick={() => onSend(option)}>
              {option}
            </Button>
          ))}
        </div>
      )}
      <form onSubmit={send} className="flex items-end gap-2">
        <Textarea
          rows={1}
          aria-label={t('question.answer')}
          placeholder={options.length > 0 ? t('question.other') : t('question.answer')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" kind="solid" disabled={!text.trim()} busy={isBusy}>
          {t('question.send')}
        </Button>
      </form>
    </div>
  )
}

function FieldsAnswer({ fields, isBusy, onSend }: AnswerProps & { fields: ReturnType<typeof readQuestion>['fields'] }) {
  const t = useT('workflow-run')
  const [values, setValues] = useState<InputValues>({})
  const [isTried, setTried] = useState(false)
  const faults = faultsOf(fields, values)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(faults).length === 0) onSend(JSON.stringify(toInput(fields, values)))
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-3">
      <InputForm fields={fields} values={values} onChange={setValues} faults={isTried ? faults : {}} empty="" />
      <Button type="submit" kind="solid" busy={isBusy} className="self-start">
        {t('question.send')}
      </Button>
    </form>
  )
}
