import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { refreshAutomations, type SpanScore, scoresQuery } from '../automation.queries.ts'

/** The scores that evaluators and people gave to a trace. Empty if there are none. */
export function TraceScores({ spaceId, traceId }: { spaceId: string; traceId: string }) {
  const t = useT('automation')
  const { data: scores = [] } = useQuery(scoresQuery(spaceId, traceId))
  const [open, setOpen] = useState<SpanScore>()
  if (!scores.length) return null
  return (
    <section aria-label={t('scores')} className="border-b border-line px-5 py-2">
      <ul className="flex flex-col gap-1">
        {scores.map((score) => (
          <li key={score.id} className="flex min-w-0 flex-wrap items-center gap-x-3 text-small">
            <span className="font-medium">{score.evaluator_name}</span>
            <span className="font-semibold tabular-nums">{formatNumber(score.correction?.score ?? score.score)}</span>
            {score.correction && (
              <span className="text-mute">
                {t('scores.corrected', { score: formatNumber(score.score), name: score.correction.user_name })}
              </span>
            )}
            <span data-user-text className="min-w-0 flex-1 truncate text-mute">
              {score.correction?.explain || score.reasoning}
            </span>
            {score.judge_trace_id && (
              <Link
                to="/space/$space_id/observe/traces/$trace_id"
                params={{ space_id: spaceId, trace_id: score.judge_trace_id }}
                className="text-brand underline"
              >
                {t('scores.judge')}
              </Link>
            )}
            <Link
              to="/space/$space_id/observe/automations/$task_id"
              params={{ space_id: spaceId, task_id: score.task_id }}
              className="text-brand underline"
            >
              {t('scores.task')}
            </Link>
            <Button size="sm" onClick={() => setOpen(score)}>
              {t('scores.correct')}
            </Button>
          </li>
        ))}
      </ul>
      {open && <CorrectDialog spaceId={spaceId} score={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function CorrectDialog({ spaceId, score, onClose }: { spaceId: string; score: SpanScore; onClose: () => void }) {
  const t = useT('automation')
  const { values, text, field, isDirty } = useForm({
    score: (score.correction?.score ?? score.score) as number | null,
    explain: score.correction?.explain ?? '',
  })
  const save = useMutation({
    mutationFn: () =>
      api.traceTasks.correct({
        workspace_id: spaceId,
        evaluator_record_id: score.id,
        span_id: score.span_id,
        correction: { score: values.score ?? 0, explain: values.explain.trim() },
      }),
    onSuccess: async () => {
      await refreshAutomations(spaceId)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('scores.correct')}
      description={t('scores.correctText')}
      isDirty={isDirty}
      isReady={values.score !== null}
      call={save}
      action={t('scores.correct')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('score')} required>
        <NumberInput step={0.1} {...field('score')} />
      </Field>
      <Field label={t('scores.why')}>
        <Input {...text('explain')} maxLength={500} />
      </Field>
    </FormDialog>
  )
}
