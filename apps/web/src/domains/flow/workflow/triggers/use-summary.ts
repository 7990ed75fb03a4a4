import { isTriggerEvent } from '@orrery/contract/shared/triggers'
import { useT } from '#lib/i18n.ts'
import { usePlanText } from '#lib/use-plan-text.ts'
import { factsOf } from './trigger-draft.ts'
import type { Trigger } from './trigger.queries.ts'

/** A one-line description of when a trigger starts its workflow. */
export function useSummary(): (trigger: Trigger) => string {
  const t = useT('workflow-trigger')
  const planText = usePlanText()
  return (trigger) => {
    const { kind, cron, timeZone, method, event } = factsOf(trigger)
    if (kind === 'schedule') return `${planText(cron)} · ${timeZone}`
    if (kind === 'webhook') return t('summary.webhook', { method })
    if (kind === 'form') return t('summary.form')
    const name = isTriggerEvent(event) ? t(`event.${event}`) : event
    return t('summary.event', { event: name, source: trigger.source_name || t('source.gone') })
  }
}
