import { ResultType } from '@orrery/contract/shared/evaluation-enums'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { LabelArea, type LabelSource, refreshEvaluation } from '../evaluation.queries.ts'

const kinds = ['score', 'option'] as const
export interface LabelledSource {
  id: string
  name: string
  type: (typeof LabelSource)[keyof typeof LabelSource]
  area: (typeof LabelArea)[keyof typeof LabelArea]
}

/** The questions about each row, and the number of people who answer without seeing each other’s answers. */
export function NewAnnotationDialog({ source, onClose }: { source: LabelledSource; onClose: () => void }) {
  const t = useT('evaluation')
  const space = useSpace()
  const { values, set, text, isDirty } = useForm({
    name: source.name,
    question: '',
    kind: 'score' as (typeof kinds)[number],
    low: 1,
    high: 5,
    options: '',
    guide: '',
    blind: 2,
  })
  const options = [...new Set(values.options.split('\n').map((one) => one.trim()))].filter(Boolean)
  const create = useMutation({
    mutationFn: () =>
      api.evaluationLabel.create({
        space_id: space.id,
        source_id: source.id,
        source_type: source.type,
        visible_area: source.area,
        name: values.name.trim(),
        description: values.guide.trim(),
        blind_count: values.blind,
        manual_annotation_items: [
          {
            name: values.question.trim(),
            ...(values.kind === 'score'
              ? {
                  annotation_item_data_type: ResultType.score,
                  scope: { min_score: values.low, max_score: values.high },
                }
              : {
                  annotation_item_data_type: ResultType.option,
                  options: options.map((name) => ({ name })),
                }),
          },
        ],
      }),
    onSuccess: async () => {
      await refreshEvaluation(space.id)
      onClose()
    },
  })
  const isColumn = source.area === LabelArea.report
  const hasValidScale = values.kind === 'score' ? values.low < values.high : options.length > 1
  return (
    <FormDialog
      title={t(isColumn ? 'report.addColumn' : 'people.new')}
      description={t(isColumn ? 'report.columnText' : 'people.newText')}
      isDirty={isDirty}
      isReady={values.name.trim() !== '' && values.question.trim() !== '' && hasValidScale}
      call={create}
      action={t(isColumn ? 'report.addColumn' : 'people.create')}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={t('form.name')} required>
        <Input {...text('name')} maxLength={200} />
      </Field>
      <Field label={t('people.question')} help={t('people.questionHelp')} required>
        <Input {...text('question')} maxLength={100} />
      </Field>
      <Segmented
        label={t('people.answer')}
        items={kinds.map((value) => ({ value, label: t(`people.${value}`) }))}
        value={values.kind}
        onChange={(kind) => set({ kind })}
      />
      {values.kind === 'score' ? (
        <div className="flex flex-wrap gap-4">
          <Field label={t('people.low')}>
            <NumberInput value={values.low} min={-1000} max={1000} onChange={(low) => set({ low: low ?? 1 })} />
          </Field>
          <Field label={t('people.high')}>
            <NumberInput value={values.high} min={-1000} max={1000} onChange={(high) => set({ high: high ?? 5 })} />
          </Field>
        </div>
      ) : (
        <Field label={t('people.options')} help={t('people.optionsHelp')} required>
          <Textarea {...text('options')} rows={3} />
        </Field>
      )}
      <Field label={t('people.blind')} help={t('people.blindHelp')}>
        <NumberInput value={values.blind} min={1} max={5} onChange={(blind) => set({ blind: blind ?? 1 })} />
      </Field>
      <Field label={t('people.guide')}>
        <Textarea {...text('guide')} rows={2} />
      </Field>
    </FormDialog>
  )
}
