import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CornerDownLeft, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import {
  type Experiment,
  isOpen,
  LabelArea,
  LabelSource,
  type LabelTask,
  labelTasksQuery,
  refreshEvaluation,
} from '../evaluation.queries.ts'
import { NewAnnotationDialog } from './new-annotation-dialog.tsx'
import { ResultTablePanel } from './result-table-panel.tsx'

const WRITE_BACK_DONE = 2

/** The labels that people give to the rows, in annotation tasks or in a table. */
export function AnnotationPanel({ experiment }: { experiment: Experiment }) {
  const t = useT('evaluation')
  const space = useSpace()
  const { data: tasks } = useQuery(labelTasksQuery(space.id, experiment.id))
  const [isCreating, setCreating] = useState(false)
  const mayCreate = mayInSpace(space, 'createResource') && !isOpen(experiment)
  const create = mayCreate && (
    <Button icon={PencilLine} onClick={() => setCreating(true)}>
      {t('people.new')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-6 overflow-y-auto p-5">
      <section aria-labelledby="label-tasks" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="label-tasks" className="flex-1 font-semibold">
            {t('people.tasks')}
          </h2>
          {tasks && tasks.length > 0 && create}
        </div>
        {tasks?.length === 0 && (
          <EmptyState icon={PencilLine} title={t('people.none')} text={t('people.noneText')} action={create} />
        )}
        <ul className="flex flex-col">
          {tasks?.map((task) => (
            <TaskLine key={task.id} spaceId={space.id} task={task} mayWrite={mayCreate} />
          ))}
        </ul>
      </section>
      {!isOpen(experiment) && <ResultTablePanel experiment={experiment} />}
      {isCreating && (
        <NewAnnotationDialog
          source={{ id: experiment.id, name: experiment.name, type: LabelSource.experiment, area: LabelArea.page }}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  )
}

function TaskLine({ spaceId, task, mayWrite }: { spaceId: string; task: LabelTask; mayWrite: boolean }) {
  const t = useT('evaluation')
  const write = useMutation({
    mutationFn: () => api.evaluationLabel.writeBack({ space_id: spaceId, manual_annotation_task_id: task.id }),
    onSuccess: () => refreshEvaluation(spaceId),
  })
  const progress = task.label_progress.blind_label_progress_list
  const sum = (key: 'finished' | 'all') => progress.reduce((total, one) => total + Number(one[key]), 0)
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-2 last:border-b-0">
      <Link
        to="/space/$space_id/evaluate/annotation/$task_id"
        params={{ space_id: spaceId, task_id: task.id }}
        className="text-brand hover:underline"
      >
        {task.name}
      </Link>
      <span className="flex-1 text-mute tabular-nums">
        {t('people.labels', { done: formatNumber(sum('finished')), all: formatNumber(sum('all')) })}
      </span>
      {task.write_back_status === WRITE_BACK_DONE && <Tag tone="ok">{t('people.written')}</Tag>}
      {mayWrite && (
        <Button
          size="sm"
          icon={CornerDownLeft}
          disabled={sum('finished') === 0}
          busy={write.isPending}
          onClick={() => write.mutate()}
        >
          {t('people.write')}
        </Button>
      )}
      {write.error ? <ErrorPanel error={write.error} /> : null}
    </li>
  )
}
