import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type ContentForm, contentOf, inputsOf } from '../evaluator-form.ts'
import { shownScore } from './mean-bar.tsx'

/** Tries an unsaved evaluator on one row. */
export function TrialPanel({ spaceId, form }: { spaceId: string; form: ContentForm }) {
  const t = useT('evaluation')
  const [values, setValues] = useState<Record<string, string>>({})
  const keys = inputsOf(form)
  const run = useMutation({
    mutationFn: async () =>
      (
        await api.evaluator.debug({
          space_id: spaceId,
          evaluator_content: contentOf(form),
          input_data: { input_fields: Object.fromEntries(keys.map((key) => [key, { text: values[key] ?? '' }])) },
        })
      ).evaluator_output_data,
  })
  const given = run.data
  return (
    <section aria-label={t('trial.title')} className="flex flex-col gap-3">
      <h2 className="font-semibold">{t('trial.title')}</h2>
      <p className="text-small text-mute">{t('trial.text')}</p>
      {keys.map((key) => (
        <Field key={key} label={key}>
          <Textarea
            rows={3}
            value={values[key] ?? ''}
            onChange={({ target }) => setValues({ ...values, [key]: target.value })}
          />
        </Field>
      ))}
      <div>
        <Button icon={Play} busy={run.isPending} onClick={() => run.mutate()}>
          {t('trial.run')}
        </Button>
      </div>
      {run.error ? <ErrorPanel error={run.error} /> : null}
      {given && (
        <div role="status" className="rounded-lg border border-line p-3">
          {given.evaluator_result ? (
            <>
              <p className="font-medium">{t('trial.score', { score: shownScore(given.evaluator_result.score) })}</p>
              <p className="break-words whitespace-pre-wrap text-mute">{given.evaluator_result.reasoning}</p>
            </>
          ) : (
            <p className="break-words whitespace-pre-wrap text-err">{given.evaluator_run_error?.message}</p>
          )}
          {given.stdout && <pre className="mt-2 overflow-x-auto text-code">{given.stdout}</pre>}
          <p className="mt-1 text-small text-mute">{formatDuration(Number(given.time_consuming_ms))}</p>
        </div>
      )}
    </section>
  )
}
