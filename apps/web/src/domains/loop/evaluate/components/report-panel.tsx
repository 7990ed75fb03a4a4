import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Columns3, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import {
  type Experiment,
  LabelArea,
  LabelSource,
  labelTasksQuery,
  refreshEvaluation,
  tableKey,
} from '../evaluation.queries.ts'
import { NewAnnotationDialog } from './new-annotation-dialog.tsx'

/** Saves a comparison under a name. */
export function SaveReport({ rows }: { rows: Experiment[] }) {
  const t = useT('evaluation')
  const space = useSpace()
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/compare' })
  const [isOpen, setOpen] = useState(false)
  const { values, text, isDirty } = useForm({
    name: rows
      .map(({ name }) => name)
      .join(' – ')
      .slice(0, 200),
  })
  const save = useMutation({
    mutationFn: () => {
      const [baseline, ...others] = rows.map((row) => {
        const { case_id, task_id } = tableKey(space.id, row)
        return { case_id, task_id }
      })
      return api.evaluationReport.saveComparison({
        space_id: space.id,
        ...baseline!,
        contrast_tasks: others,
        name: values.name.trim(),
      })
    },
    onSuccess: async ({ id }) => {
      setOpen(false)
      await refreshEvaluation(space.id)
      await navigate({ search: (before) => ({ ...before, report: id }), replace: true })
    },
  })
  if (!mayInSpace(space, 'createResource')) return null
  return (
    <>
      <Button icon={Save} onClick={() => setOpen(true)}>
        {t('report.save')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('report.save')}
          description={t('report.saveText')}
          isDirty={isDirty}
          isReady={values.name.trim() !== ''}
          call={save}
          action={t('report.saveAction')}
          onSubmit={() => save.mutate()}
          onClose={() => setOpen(false)}
        >
          <Field label={t('form.name')} required>
            <Input {...text('name')} maxLength={200} />
          </Field>
        </FormDialog>
      )}
    </>
  )
}

export function DeleteReport({ id, name }: { id: string; name: string }) {
  const t = useT('evaluation')
  const space = useSpace()
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/compare' })
  if (!mayInSpace(space, 'createResource')) return null
  const remove = () =>
    confirm({
      title: t('report.deleteTitle', { name }),
      text: t('report.deleteText'),
      action: t('report.delete'),
      danger: true,
      onConfirm: async () => {
        await api.evaluationReport.removeComparison({ space_id: space.id, contrast_report_id: id })
        await navigate({ search: (before) => ({ ...before, report: undefined }), replace: true })
        await refreshEvaluation(space.id)
      },
    })
  return <IconButton icon={Trash2} label={t('report.delete')} onClick={() => void remove()} />
}

/** The columns that people fill in with all outputs in view, and their progress. */
export function PeopleColumns({ id, name }: { id: string; name: string }) {
  const t = useT('evaluation')
  const space = useSpace()
  const { data: tasks = [] } = useQuery(labelTasksQuery(space.id, id, LabelSource.comparison))
  const [isAdding, setAdding] = useState(false)
  return (
    <section aria-labelledby="people-columns">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="people-columns" className="flex-1 font-semibold">
          {t('report.columns')}
        </h2>
        {mayInSpace(space, 'createResource') && (
          <Button size="sm" icon={Columns3} onClick={() => setAdding(true)}>
            {t('report.addColumn')}
          </Button>
        )}
      </div>
      {!tasks.length && <p className="text-mute">{t('report.columnText')}</p>}
      <ul>
        {tasks.map((task) => {
          const progress = task.label_progress.blind_label_progress_list
          const sum = (key: 'finished' | 'all') => progress.reduce((total, one) => total + Number(one[key]), 0)
          return (
            <li key={task.id} className="flex flex-wrap items-center gap-3 py-1">
              <span>{task.manual_annotation_items.map((item) => item.name).join(', ')}</span>
              <span className="text-mute tabular-nums">
                {t('people.labels', { done: formatNumber(sum('finished')), all: formatNumber(sum('all')) })}
              </span>
              <Link
                to="/space/$space_id/evaluate/annotation/$task_id"
                params={{ space_id: space.id, task_id: task.id }}
                className="text-brand hover:underline"
              >
                {t('report.label')}
              </Link>
            </li>
          )
        })}
      </ul>
      {isAdding && (
        <NewAnnotationDialog
          source={{ id, name, type: LabelSource.comparison, area: LabelArea.report }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}
