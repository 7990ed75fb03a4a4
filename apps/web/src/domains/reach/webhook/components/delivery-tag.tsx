import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Tag } from '#ui/tag.tsx'
import type { Delivery } from '../webhook.queries.ts'

const looks = {
  waiting: { tone: 'info', icon: Clock },
  delivered: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'err', icon: CircleX },
} as const

export function DeliveryTag({ delivery: { status } }: { delivery: Pick<Delivery, 'status'> }) {
  const t = useT('webhook')
  return (
    <Tag tone={looks[status].tone} icon={looks[status].icon}>
      {t(`status.${status}`)}
    </Tag>
  )
}
