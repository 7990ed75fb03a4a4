import { api } from '#lib/api.ts'
import { textOf } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshTriggers, type Trigger, triggersQuery } from './trigger.queries.ts'

const isOn = 1

/** The actions for a trigger, used in the list and in its panel. */
export function triggerActions(workflowId: string) {
  const t = textOf('workflow-trigger')
  const refresh = () => refreshTriggers(workflowId)
  return {
    enable(trigger: Trigger, on: boolean): void {
      const status = on ? isOn : 0
      queryClient.setQueryData(triggersQuery(workflowId).queryKey, (list) =>
        list?.map((item) => (item.trigger_id === trigger.trigger_id ? { ...item, status } : item)),
      )
      // On failure the client shows the error, and the refresh resets the switch.
      api.workflowTrigger.operate({ trigger_id: trigger.trigger_id, status }, { toast: true }).then(refresh, refresh)
    },
    async run(trigger: Trigger): Promise<void> {
      await api.workflowTrigger.fire({ trigger_id: trigger.trigger_id }, { toast: true }).then(
        () => toast.ok(t('run.started')),
        () => {
          // The client shows the error; the history has the reason.
        },
      )
      await refresh()
    },
    remove: (trigger: Trigger, onDone: () => void = () => {}): Promise<boolean> =>
      confirm({
        title: t('remove.title', { name: nameOf(trigger) }),
        text: t('remove.text'),
        action: t('remove'),
        danger: true,
        onConfirm: async () => {
          await api.workflowTrigger.remove({ trigger_id: trigger.trigger_id })
          onDone()
          await refresh()
        },
      }),
  }
}

/** The name of a trigger; without one, the name of its kind. */
export const nameOf = (trigger: Trigger): string =>
  trigger.name || textOf('workflow-trigger')(`kind.${trigger.event_id as 'schedule'}`)
