import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Aggregator, aggregatorWords, chartWordOf, figuresOf } from '../chart-figures.ts'
import {
  type Chart,
  chartRulesQuery,
  chartsQuery,
  type Experiment,
  refreshEvaluation,
  tableKey,
} from '../evaluation.queries.ts'
import { NewChartDialog } from './new-chart-dialog.tsx'
import { ScoreChart } from './score-chart.tsx'

/** The charts of an experiment, including the charts that its plan shows for every run. */
export function ChartsPanel({ experiment, stamp }: { experiment: Experiment; stamp: string }) {
  const t = useT('evaluation')
  const space = useSpace()
  const at = tableKey(space.id, experiment)
  const { data: charts, error } = useQuery(chartsQuery(at, stamp))
  const { data: rules } = useQuery(chartRulesQuery(at))
  const [isAdding, setAdding] = useState(false)
  const add = mayInSpace(space, 'createResource') && (
    <Button icon={ChartColumn} disabled={!rules?.length} onClick={() => setAdding(true)}>
      {t('chart.add')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-3 overflow-y-auto p-5">
      {error ? <ErrorPanel error={error} /> : null}
      {!charts && !error && <Skeleton className="h-72" />}
      {charts?.length === 0 && (
        <EmptyState icon={ChartColumn} title={t('chart.none')} text={t('chart.noneText')} action={add} />
      )}
      {charts && charts.length > 0 && (
        <>
          <div className="flex justify-end">{add}</div>
          <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
            {charts.map((chart) => (
              <SavedChart key={chart.analysis_chart_report_id} experiment={experiment} chart={chart} />
            ))}
          </div>
        </>
      )}
      {isAdding && rules && <NewChartDialog experiment={experiment} rules={rules} onClose={() => setAdding(false)} />}
    </div>
  )
}

function SavedChart({ experiment, chart }: { experiment: Experiment; chart: Chart }) {
  const t = useT('evaluation')
  const space = useSpace()
  const { chart_type, aggregator_type, report_name } = chart.analysis_chart_report_config
  const value = t(`chart.${aggregatorWords.find((word) => Aggregator[word] === aggregator_type) ?? 'mean'}`)
  const type = chartWordOf(chart_type)
  const title = report_name || t(`chart.${type}`)
  const remove = () =>
    confirm({
      title: t('chart.deleteTitle', { name: title }),
      text: t('chart.deleteText'),
      action: t('chart.delete'),
      danger: true,
      onConfirm: async () => {
        const { analysis_chart_report_id } = chart
        await api.evaluationReport.removeChart({ ...tableKey(space.id, experiment), analysis_chart_report_id })
        await refreshEvaluation(space.id)
      },
    })
  return (
    <div className="relative">
      <ScoreChart hasMenu type={type} title={title} note={value} figures={figuresOf(chart.aggregate_report, value)} />
      {mayInSpace(space, 'createResource') && (
        <IconButton
          icon={Trash2}
          size="sm"
          kind="danger"
          label={t('chart.deleteOne', { name: title })}
          className="absolute top-3 right-3"
          onClick={() => void remove()}
        />
      )}
    </div>
  )
}
