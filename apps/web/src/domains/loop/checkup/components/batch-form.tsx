import { RunType } from '@orrery/contract/shared/checkup-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { forecastQuery, type LiteBatch, refreshBatches } from '../checkup.queries.ts'
import { DataStep } from './data-step.tsx'
import { JudgeStep } from './judge-step.tsx'
import { ObjectStep } from './object-step.tsx'

interface BatchFormProps {
  spaceId: string
  batch: LiteBatch
  isTesting: boolean
}

/** The four steps of a comparison. Every change is saved at once, so leaving the page loses nothing. */
export function BatchForm({ spaceId, batch, isTesting }: BatchFormProps) {
  const t = useT('checkup')
  const meta = batch.coze_batch_task_meta
  const of = { space_id: spaceId, batch_task_id: meta.id }
  const forecast = useQuery(forecastQuery(spaceId, meta.id, meta.updated_at)).data
  const start = useMutation({ mutationFn: () => api.liteBatch.submit(of), onSettled: () => refreshBatches(spaceId) })
  const isReady =
    meta.eval_objects.length > 0 &&
    meta.datasets.length > 0 &&
    (meta.run_type === RunType.outputsOnly || meta.rule !== undefined)
  return (
    <div className="flex max-w-220 flex-col gap-6">
      <SettingsSection title={t('step.objects')}>
        <ObjectStep spaceId={spaceId} meta={meta} />
      </SettingsSection>
      <SettingsSection title={t('step.data')}>
        <DataStep spaceId={spaceId} meta={meta} />
      </SettingsSection>
      <SettingsSection title={t('step.judge')}>
        <JudgeStep spaceId={spaceId} batch={batch} isTesting={isTesting} />
      </SettingsSection>
      <SettingsSection title={t('step.start')}>
        {forecast && isReady && (
          <p>
            {t('go.forecast', {
              rows: formatNumber(Number(forecast.cost_predication.case_number)),
              tokens: formatNumber(Number(forecast.cost_predication.total_token)),
              seconds: formatNumber(Number(forecast.cost_predication.estimated_time)),
            })}
            <br />
            <span className="text-mute">{t('go.cost', { cost: forecast.cost_predication.cost.toFixed(4) })}</span>
          </p>
        )}
        {forecast?.problem && <ErrorPanel title={forecast.problem} />}
        {start.error && <ErrorPanel error={start.error} />}
        <div>
          <Button
            kind="solid"
            disabled={!isReady || isTesting || forecast?.pass === false}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            {t('go.start')}
          </Button>
        </div>
      </SettingsSection>
    </div>
  )
}
