import {
  chartMetrics,
  type ChartMetric,
  type ChartSplit,
  isOfModels,
  splitsOf,
} from '@orrery/contract/shared/chart-metrics'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { appsQuery } from '../automation.queries.ts'
import { type GivenChart, refreshCharts, type TraceChart } from '../chart.queries.ts'
import { ChartPicture, type ChartTimes } from './chart-picture.tsx'

interface ChartDialogProps {
  spaceId: string
  times: ChartTimes
  chart?: TraceChart
  onClose: () => void
}
/** The choice of all apps. No id or service name is blank. */
const allApps = ' '
const noSplit = ' '

/** Edits a chart, with a preview below. */
export function ChartDialog({ spaceId, times, chart, onClose }: ChartDialogProps) {
  const t = useT('observe')
  const { data: apps = [] } = useQuery(appsQuery(spaceId))
  const { values, set, text, field, isDirty } = useForm({
    title: chart?.title ?? '',
    metric: chart?.metric ?? ('runs' as ChartMetric),
    split: chart?.split || noSplit,
    app: chart?.object_key || allApps,
    model: chart?.model ?? '',
    shape: chart?.shape ?? ('lines' as const),
    isWide: chart?.is_wide ?? false,
  })
  const given: GivenChart = {
    title: values.title.trim(),
    metric: values.metric,
    split: values.split === noSplit ? '' : (values.split as ChartSplit),
    object_key: values.app === allApps ? '' : values.app,
    model: isOfModels(values.metric) ? values.model.trim() : '',
    shape: values.shape,
    is_wide: values.isWide,
  }
  const save = useMutation({
    mutationFn: () => api.traceCharts.save({ space_id: spaceId, chart: given, ...(chart && { chart_id: chart.id }) }),
    onSuccess: async () => {
      await refreshCharts(spaceId)
      toast.ok(t('chart.saved'))
      onClose()
    },
  })
  const known = values.app === allApps || apps.some(({ value }) => value === values.app)
  return (
    <FormDialog
      size="lg"
      title={chart ? t('chart.edit') : t('chart.add')}
      isDirty={isDirty}
      isReady={given.title !== ''}
      call={save}
      action={chart ? t('chart.save') : t('chart.add')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label={t('chart.title')} required>
          <Input {...text('title')} maxLength={50} />
        </Field>
        <Field label={t('chart.metric')}>
          <Select
            items={(Object.keys(chartMetrics) as ChartMetric[]).map((value) => ({
              value,
              label: t(`metric.${value}`),
            }))}
            value={values.metric}
            onChange={(metric) =>
              set({ metric, ...(!splitsOf(metric).includes(values.split as ChartSplit) && { split: noSplit }) })
            }
          />
        </Field>
        <Field label={t('chart.split')}>
          <Select
            items={[
              { value: noSplit, label: t('split.none') },
              ...splitsOf(values.metric).map((value) => ({ value, label: t(`split.${value}`) })),
            ]}
            {...field('split')}
          />
        </Field>
        <Field label={t('app')}>
          <Select
            items={[
              { value: allApps, label: t('app.all') },
              ...apps.map(({ value, name }) => ({ value, label: name })),
              ...(known ? [] : [{ value: values.app, label: values.app }]),
            ]}
            {...field('app')}
          />
        </Field>
        {isOfModels(values.metric) && (
          <Field label={t('chart.model')} help={t('chart.modelHelp')}>
            <Input {...text('model')} maxLength={200} />
          </Field>
        )}
        <Field label={t('chart.shape')}>
          <Segmented
            items={(['lines', 'bars'] as const).map((value) => ({ value, label: t(`shape.${value}`) }))}
            {...field('shape')}
          />
        </Field>
      </div>
      <Checkbox checked={values.isWide} onChange={(isWide) => set({ isWide })}>
        {t('chart.wide')}
      </Checkbox>
      <ChartPicture spaceId={spaceId} chart={given} times={times} />
    </FormDialog>
  )
}
