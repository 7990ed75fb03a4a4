import { useMutation, useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { appsQuery, evaluatorsQuery, reflowSetsQuery, refreshAutomations } from '../automation.queries.ts'
import { emptyTask, isReady, pastChoices, spanChoices, toTask } from '../task-form.ts'
import { TaskPreview } from './task-preview.tsx'

interface CreateTaskDialogProps {
  spaceId: string
  onCreated: (id: string) => void
  onClose: () => void
}

/** Sets up an automation: the spans, the action, and a preview with some of them. */
export function CreateTaskDialog({ spaceId, onCreated, onClose }: CreateTaskDialogProps) {
  const t = useT('automation')
  const { values, set, text, field, isDirty } = useForm(emptyTask)
  const { data: apps = [] } = useQuery(appsQuery(spaceId))
  const { data: evaluators = [] } = useQuery(evaluatorsQuery(spaceId))
  const { data: sets = [] } = useQuery(reflowSetsQuery(spaceId))
  const fields = sets.find(({ id }) => id === values.dataset)?.schema.fields.filter(({ status }) => status === 1) ?? []
  const attempt = useMutation({
    mutationFn: () =>
      api.traceTasks.preview({ task: toTask({ ...values, name: values.name || '-' }, spaceId, Date.now()), size: 5 }),
  })
  const create = useMutation({
    mutationFn: () => api.traceTasks.create({ task: toTask(values, spaceId, Date.now()) }),
    onSuccess: async ({ task_id }) => {
      await refreshAutomations(spaceId)
      onCreated(task_id)
    },
  })
  const ofFields = [
    { value: '', label: t('field.none') },
    ...fields.map(({ key, name }) => ({ value: key, label: name })),
  ]
  return (
    <FormDialog
      size="lg"
      title={t('create')}
      description={t('create.text')}
      isDirty={isDirty}
      isReady={values.name.trim() !== '' && isReady(values)}
      call={create}
      action={t('create')}
      extra={
        <Button
          icon={FlaskConical}
          className="mr-auto"
          disabled={!isReady(values)}
          busy={attempt.isPending}
          onClick={() => attempt.mutate()}
        >
          {t('try')}
        </Button>
      }
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')} required>
        <Input {...text('name')} maxLength={50} />
      </Field>
      <Segmented
        label={t('type')}
        items={(['auto_evaluate', 'auto_data_reflow'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
        {...field('type')}
      />
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label={t('spans')}>
          <Select items={spanChoices.map((value) => ({ value, label: t(`spans.${value}`) }))} {...field('spans')} />
        </Field>
        <Field label={t('app')}>
          <Select
            items={[{ value: '', label: t('app.all') }, ...apps.map(({ value, name }) => ({ value, label: name }))]}
            {...field('app')}
          />
        </Field>
        <Field label={t('share')} help={t('share.help')}>
          <NumberInput min={0} max={100} unit="%" {...field('share')} />
        </Field>
        <Field label={t('past')} help={t('past.help')}>
          <Select items={pastChoices.map((value) => ({ value, label: t(`past.${value}`) }))} {...field('past')} />
        </Field>
      </div>
      {values.type === 'auto_evaluate' ? (
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <Field label={t('evaluator')} required help={evaluators.length ? undefined : t('evaluator.none')}>
            <Select
              items={evaluators.map((one) => ({
                value: one.evaluator_version_id,
                label: `${one.name} ${one.version}`,
              }))}
              placeholder={t('evaluator.choose')}
              value={values.evaluator || null}
              onChange={(evaluator) => set({ evaluator })}
            />
          </Field>
          <Field label={t('costLimit')} help={t('costLimit.help')}>
            <NumberInput min={0} step={0.1} {...field('costLimit')} />
          </Field>
        </div>
      ) : (
        <>
          <Field label={t('dataset')} required>
            <Select
              items={sets.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder={t('dataset.choose')}
              value={values.dataset || null}
              onChange={(dataset) => set({ dataset, inputField: '', outputField: '' })}
            />
          </Field>
          <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
            <Field label={t('field.input')}>
              <Select items={ofFields} {...field('inputField')} />
            </Field>
            <Field label={t('field.output')}>
              <Select items={ofFields} {...field('outputField')} />
            </Field>
          </div>
        </>
      )}
      {attempt.data && <TaskPreview preview={attempt.data} />}
      {attempt.error ? <ErrorPanel error={attempt.error} /> : null}
    </FormDialog>
  )
}
