import { useMutation, useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type AnnotationDetail, mineQuery, refreshAnnotation } from '../annotation.queries.ts'
import { AnswerForm } from './answer-form.tsx'
import { RowContent } from './row-content.tsx'

/** The labels that this person gave. They can be changed until the task is closed. */
export function MyLabels({ spaceId, detail: { task, questions } }: { spaceId: string; detail: AnnotationDetail }) {
  const t = useT('annotation')
  const query = useQuery(mineQuery(spaceId, task.taskID))
  const [opened, setOpened] = useState('')
  const submit = useMutation({
    mutationFn: ({ labelID, answers }: { labelID: string; answers: Record<string, string> }) =>
      api.annotationQueue.submit({ spaceID: spaceId, taskID: task.taskID, labelID, answers }),
    onSuccess: async () => {
      await refreshAnnotation()
      setOpened('')
    },
  })
  if (query.error) return <ErrorPanel error={query.error} />
  if (!query.data) return null
  const label = query.data.find(({ labelID }) => labelID === opened)
  if (label)
    return (
      <AnswerForm
        key={label.labelID}
        label={t('queue.row')}
        questions={questions}
        initial={label.answers}
        action={t('queue.submit')}
        isBusy={submit.isPending}
        onSubmit={(answers) => submit.mutate({ labelID: label.labelID, answers })}
      >
        <RowContent content={label.content} />
        {submit.error && <ErrorPanel error={submit.error} />}
      </AnswerForm>
    )
  if (!query.data.length) return <EmptyState icon={PencilLine} title={t('mine.none')} text={t('mine.noneText')} />
  return (
    <ul aria-label={t('tab.mine')} className="flex max-w-3xl flex-col">
      {query.data.map(({ labelID, content, answers }) => (
        <li key={labelID} className="flex items-center gap-3 border-b border-line py-2">
          <span data-user-text className="min-w-0 flex-1 truncate">
            {content[0]?.text}
          </span>
          <span data-user-text className="font-medium">
            {questions.map(({ key }) => answers[key] ?? '–').join(' · ')}
          </span>
          {!task.isClosed && (
            <IconButton size="sm" icon={PencilLine} label={t('mine.change')} onClick={() => setOpened(labelID)} />
          )}
        </li>
      ))}
    </ul>
  )
}
