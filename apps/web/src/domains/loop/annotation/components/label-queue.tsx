import { useMutation, useQuery } from '@tanstack/react-query'
import { PartyPopper } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { type AnnotationDetail, nextQuery, refreshAnnotation } from '../annotation.queries.ts'
import { AnswerForm } from './answer-form.tsx'
import { RowContent } from './row-content.tsx'

/** Shows one row at a time. Each is reserved for this person until they answer or skip it. */
export function LabelQueue({ spaceId, detail }: { spaceId: string; detail: AnnotationDetail }) {
  const t = useT('annotation')
  const { task, questions } = detail
  const [skipped, setSkipped] = useState<string[]>([])
  const query = useQuery(nextQuery(spaceId, task.taskID, skipped))
  const submit = useMutation({
    mutationFn: ({ labelID, answers }: { labelID: string; answers: Record<string, string> }) =>
      api.annotationQueue.submit({ spaceID: spaceId, taskID: task.taskID, labelID, answers }),
    onSettled: () => refreshAnnotation(),
  })
  const label = query.data
  if (query.error) return <ErrorPanel error={query.error} />
  if (label === undefined) return null
  if (label === null)
    return (
      <EmptyState
        icon={PartyPopper}
        title={task.isClosed ? t('queue.closed') : t('queue.done')}
        text={task.isClosed ? t('queue.closedText') : t('queue.doneText')}
      />
    )
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-small text-mute">
        {t('queue.left', { count: task.mine.open })}
      </p>
      <AnswerForm
        key={label.labelID}
        label={t('queue.row')}
        questions={questions}
        initial={label.answers}
        action={t('queue.submit')}
        isBusy={submit.isPending}
        onSubmit={(answers) => submit.mutate({ labelID: label.labelID, answers })}
        onSkip={() => setSkipped([...skipped, label.labelID])}
      >
        {task.guide && (
          <p data-user-text className="text-mute">
            {task.guide}
          </p>
        )}
        <RowContent content={label.content} />
      </AnswerForm>
      {submit.error && <ErrorPanel error={submit.error} />}
    </div>
  )
}
