import { ConnectorId, type PublishedTrigger, type TriggerFiring, type TriggerInfo } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { DeliveryState, type FiredRow, type ListedTrigger, type TriggerRow } from './trigger.table.ts'

/** Status numbers on the wire in addition to those of runs, for firings without a run. */
const FiringStatus = { never: -1, missed: 6, refused: 7, gone: 8 } as const
const isOver = (status: number) => status >= 2 && status <= 4

export function createTriggerView(publicUrl: string) {
  const base = publicUrl.replace(/\/$/, '')
  const urls = {
    hook: (row: Pick<TriggerRow, 'id' | 'eventId'>) =>
      row.eventId === 'webhook' ? `${base}/api/workflow_hook/${row.id}` : '',
    form: (key: string) => (key ? `${base}/form/${key}` : ''),
  }
  return {
    urls,
    info: (row: ListedTrigger, locale: Locale): TriggerInfo => ({
      trigger_id: row.id,
      user_id: row.createdBy,
      connector_id: ConnectorId.api,
      name: row.name,
      event_id: row.eventId,
      event_input_schema: '',
      config: JSON.stringify(row.config),
      payload: JSON.stringify(row.payload),
      workflow_id: row.workflowId,
      create_time: seconds(row.createdAt),
      status: row.isOpen ? 1 : 0,
      webhook_url: urls.hook(row),
      form_url: urls.form(row.formKey),
      source_id: row.sourceId ?? '',
      source_name: row.sourceName ?? '',
      next_trigger_time: seconds(row.nextAt),
      last_trigger_time: seconds(row.lastFiredAt),
      last_execute_id: row.lastRunId ?? '',
      last_status: lastStatusOf(row),
      last_error: locale === 'zh-CN' ? row.lastErrorZh : row.lastError,
    }),
    published: (row: TriggerRow): PublishedTrigger => ({
      source_id: row.id,
      name: row.name,
      app_type: row.eventId === 'schedule' ? 0 : 1,
      config: JSON.stringify(row.config),
      connector_id: [ConnectorId.api],
      set_type: row.setType,
      next_trigger_time: seconds(row.nextAt),
      creator: row.createdBy,
      version: '',
      trigger_id: row.id,
      status: row.isOpen ? 1 : 0,
      execut_status: row.lastError ? 2 : row.lastRunId ? 1 : 0,
    }),
    firing: (row: FiredRow, locale: Locale): TriggerFiring => {
      const status = statusOf(row)
      return {
        id: row.delivery,
        trigger_id: row.trigger_id,
        reason: row.reason,
        status,
        time: seconds(Number(row.at)),
        duration_ms: isOver(status) ? Math.max(0, Number(row.updated_at) - Number(row.created_at)) : 0,
        execute_id: row.status === null ? '' : (row.run_id ?? ''),
        version: row.version ?? '',
        input: row.input ?? '',
        output: row.output ?? '',
        error: row.run_error || (locale === 'zh-CN' ? row.error_zh : row.error),
      }
    },
  }
}

function lastStatusOf({ lastError, lastFiredAt, lastStatus }: ListedTrigger): number {
  if (lastError) return FiringStatus.refused
  if (lastFiredAt === null) return FiringStatus.never
  return lastStatus ?? FiringStatus.gone
}
function statusOf({ state, status }: FiredRow): number {
  if (state === DeliveryState.missed) return FiringStatus.missed
  if (state === DeliveryState.refused) return FiringStatus.refused
  return status ?? FiringStatus.gone
}
