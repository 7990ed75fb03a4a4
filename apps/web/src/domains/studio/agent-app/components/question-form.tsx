import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { type Plan, workQuery } from '../agent-app.queries.ts'

/** Questions that the plan left open. Answers are optional: without them the plan stays unchanged. */
export function QuestionForm({ workId, questions }: { workId: string; questions: Plan['questions'] }) {
  const t = useT('app')
  const client = useQueryClient()
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const given = Object.fromEntries(Object.entries(answers).filter(([, text]) => text.trim()))
  const call = useMutation({
    mutationFn: () => api.agentWork.answer({ work_id: workId, answers: given }),
    onSuccess: () => client.invalidateQueries(workQuery(workId)),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (Object.keys(given).length && !call.isPending) call.mutate()
  }
  return (
    <Card>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div>
          <h2 className="font-semibold">{t('questions.title')}</h2>
          <p className="text-mute">{t('questions.help')}</p>
        </div>
        {questions.map(({ name, text, options }) => {
          const value = answers[name] ?? ''
          const set = (next: string) => setAnswers({ ...answers, [name]: next })
          return (
            <Field key={name} label={text}>
              {options.length ? (
                <RadioGroup
                  label={text}
                  look="plain"
                  items={options.map((option) => ({ value: option, label: option }))}
                  value={value}
                  onChange={set}
                />
              ) : (
                <Input value={value} maxLength={1000} onChange={(event) => set(event.target.value)} />
              )}
            </Field>
          )
        })}
        {call.error ? <ErrorPanel error={call.error} /> : null}
        <Button type="submit" className="self-start" disabled={!Object.keys(given).length} busy={call.isPending}>
          {t('questions.answer')}
        </Button>
      </form>
    </Card>
  )
}
