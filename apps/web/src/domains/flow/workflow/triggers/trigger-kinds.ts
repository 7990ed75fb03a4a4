import type { TriggerKind } from '@orrery/contract/shared/triggers'
import { CalendarClock, ClipboardList, Webhook, Zap } from 'lucide-react'
import type { IconType } from '#ui/icon.tsx'

export const kindIcons: Record<TriggerKind, IconType> = {
  schedule: CalendarClock,
  webhook: Webhook,
  form: ClipboardList,
  event: Zap,
}
