import { APP_PLAN_LIMITS } from '@orrery/contract/shared/app-plan-rules'
import { useMutation } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'

const examples = ['expenses', 'bookings', 'feedback'] as const

/** The form in which the person describes the app. */
export function DescribeForm({ spaceId, onPlanned }: { spaceId: string; onPlanned: (workId: string) => void }) {
  const t = useT('app')
  const [words, setWords] = useState('')
  const call = useMutation({
    mutationFn: () => api.agentWork.plan({ space_id: spaceId, description: words }),
    onSuccess: ({ work_id }) => onPlanned(work_id),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (words.trim() && !call.isPending) call.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <h2 className="text-title font-semibold">{t('describe.title')}</h2>
      <Field label={t('describe.label')} help={t('describe.help')}>
        <Textarea
          rows={5}
          limit={APP_PLAN_LIMITS.description}
          placeholder={t('describe.placeholder')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
      <div role="group" aria-label={t('describe.examples')} className="flex flex-col items-start gap-1">
        {examples.map((example) => (
          <Button
            key={example}
            kind="ghost"
            size="sm"
            className="h-auto max-w-full justify-start py-1 text-left whitespace-normal"
            onClick={() => setWords(t(`example.${example}`))}
          >
            {t(`example.${example}`)}
          </Button>
        ))}
      </div>
      {call.error ? <ErrorPanel error={call.error} /> : null}
      <Button
        type="submit"
        kind="solid"
        icon={Sparkles}
        className="self-start"
        disabled={!words.trim()}
        busy={call.isPending}
      >
        {t('describe.submit')}
      </Button>
    </form>
  )
}
