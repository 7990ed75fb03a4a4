import { useMutation, useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { type AnnotationDetail, disputedQuery, refreshAnnotation } from '../annotation.queries.ts'
import { AnswerForm } from './answer-form.tsx'
import { RowContent } from './row-content.tsx'

interface DisagreementsProps {
  spaceId: string
  detail: AnnotationDetail
  nameOf: (userId: string) => string
}
/** Shows rows whose labels differ, one at a time, until someone decides. */
export function Disagreements({ spaceId, detail: { task, questions }, nameOf }: DisagreementsProps) {
  const t = useT('annotation')
  const query = useQuery(disputedQuery(spaceId, task.taskID))
  const decide = useMutation({
    mutationFn: ({ rowID, answers }: { rowID: string; answers: Record<string, string> }) =>
      api.annotationQueue.decide({ spaceID: spaceId, taskID: task.taskID, rowID, answers }),
    onSettled: () => refreshAnnotation(),
  })
  if (query.error) return <ErrorPanel error={query.error} />
  if (!query.data) return null
  const row = query.data[0]
  if (!row) return <EmptyState icon={Handshake} title={t('disputed.none')} text={t('disputed.noneText')} />
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-small text-mute">
        {t('disputed.left', { count: query.data.length })}
      </p>
      <AnswerForm
        key={row.rowID}
        label={t('disputed.row')}
        questions={questions}
        initial={{}}
        action={t('disputed.decide')}
        isBusy={decide.isPending}
        onSubmit={(answers) => decide.mutate({ rowID: row.rowID, answers })}
      >
        <RowContent content={row.content} />
        <ul aria-label={t('disputed.labels')} className="flex flex-col gap-1">
          {row.labels.map(({ labelID, userID, answers }) => (
            <li key={labelID} data-user-text>
              <span className="text-mute">{nameOf(userID)}: </span>
              {questions.map(({ key }) => answers[key] ?? '–').join(' · ')}
            </li>
          ))}
        </ul>
      </AnswerForm>
      {decide.error && <ErrorPanel error={decide.error} />}
    </div>
  )
}
