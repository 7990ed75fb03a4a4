import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { api } from '#lib/api.ts'
import { fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { toast } from '#ui/toast-store.ts'
import { deliveriesQuery, type Delivery, type Hook, refreshHooks } from '../webhook.queries.ts'
import { DeliveryTag } from './delivery-tag.tsx'

/** Deliveries to a URL and their results. */
export function DeliverySheet({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const t = useT('webhook')
  const { data, error } = useQuery(deliveriesQuery(hook))
  return (
    <SideSheet kind="deliveries" title={t('deliveries')} caption={hook.url} width={460} onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        {error && !data && <ErrorPanel error={error} />}
        {data?.length === 0 && <p className="text-mute">{t('deliveries.none')}</p>}
        <ul className="flex flex-col">
          {data?.map((item) => (
            <DeliveryRow key={item.id} hook={hook} delivery={item} />
          ))}
        </ul>
      </div>
    </SideSheet>
  )
}

function DeliveryRow({ hook, delivery }: { hook: Hook; delivery: Delivery }) {
  const t = useT('webhook')
  const again = useMutation({
    mutationFn: () =>
      api.webhook.redeliver({ bot_id: hook.bot_id, webhook_id: hook.id, delivery_id: delivery.id }, { toast: true }),
    onSuccess: async () => {
      toast.ok(t('resent'))
      await refreshHooks()
    },
  })
  const answer = delivery.error || (delivery.response_status ? `HTTP ${delivery.response_status}` : '')
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2.5 last:border-b-0">
      <div className="flex items-center gap-2">
        <DeliveryTag delivery={delivery} />
        <span className="min-w-0 flex-1 truncate font-mono text-code">{delivery.event}</span>
        {delivery.status !== 'waiting' && (
          <Button size="xs" kind="ghost" icon={RotateCw} busy={again.isPending} onClick={() => again.mutate()}>
            {t('resend')}
          </Button>
        )}
      </div>
      <p className="flex flex-wrap gap-x-3 text-small text-mute tabular-nums">
        <DateTime at={fromSeconds(delivery.created_at)} />
        <span>{t('tries', { count: delivery.attempts })}</span>
        {answer && <span className="wrap-anywhere">{answer}</span>}
      </p>
      <p className="font-mono text-code text-faint">{delivery.id}</p>
    </li>
  )
}
