import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { useForm } from '#lib/use-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import {
  Aggregator,
  aggregatorWords,
  ChartGroup,
  ChartType,
  chartWords,
  groupWords,
  type AggregatorWord,
  type ChartWord,
  type GroupWord,
} from '../chart-figures.ts'
import { type Experiment, refreshEvaluation, tableKey } from '../evaluation.queries.ts'

interface NewChartDialogProps {
  experiment: Experiment
  /** The evaluators that can be shown, with the ids that charts use for them. */
  rules: readonly { rule_id: string; name: string }[]
  onClose: () => void
}
/** Sets up a chart: the evaluators, the figure, how it is split, and the chart type. */
export function NewChartDialog({ experiment, rules, onClose }: NewChartDialogProps) {
  const t = useT('evaluation')
  const space = useSpace()
  const { values, set, text, isDirty } = useForm({
    name: '',
    type: 'bars' as ChartWord,
    figure: 'mean' as AggregatorWord,
    group: 'none' as GroupWord,
    rules: rules.map(({ rule_id }) => rule_id),
  })
  const add = useMutation({
    mutationFn: () =>
      api.evaluationReport.addChart({
        ...tableKey(space.id, experiment),
        analysis_chart_report_config: {
          chart_type: ChartType[values.type],
          aggregator_type: Aggregator[values.figure],
          group_mode: ChartGroup[values.group],
          rule_ids: values.rules,
          report_name: values.name.trim(),
        },
      }),
    onSuccess: async () => {
      await refreshEvaluation(space.id)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('chart.add')}
      isDirty={isDirty}
      isReady={values.rules.length > 0}
      call={add}
      action={t('chart.add')}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <Field label={t('form.name')}>
        <Input {...text('name')} maxLength={200} />
      </Field>
      <Segmented
        label={t('chart.type')}
        items={chartWords.map((value) => ({ value, label: t(`chart.${value}`) }))}
        value={values.type}
        onChange={(type) => set({ type })}
      />
      <Field label={t('chart.value')}>
        <Select
          items={aggregatorWords.map((value) => ({ value, label: t(`chart.${value}`) }))}
          value={values.figure}
          onChange={(figure) => set({ figure })}
        />
      </Field>
      <Field label={t('chart.by')}>
        <Select
          items={groupWords.map((value) => ({ value, label: t(`chart.by.${value}`) }))}
          value={values.group}
          onChange={(group) => set({ group })}
        />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">{t('chart.evaluators')}</legend>
        {rules.map(({ rule_id: id, name }) => (
          <Checkbox
            key={id}
            checked={values.rules.includes(id)}
            onChange={(isOn) => set({ rules: isOn ? [...values.rules, id] : values.rules.filter((one) => one !== id) })}
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
    </FormDialog>
  )
}
