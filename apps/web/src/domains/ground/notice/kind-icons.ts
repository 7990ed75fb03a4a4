import type { NoticeKind } from '@orrery/contract/shared/notice-kinds'
import {
  AudioLines,
  BellRing,
  Building2,
  FileInput,
  FlaskConical,
  ListChecks,
  Mail,
  MailX,
  Plug,
  Radio,
  Rocket,
  ShieldAlert,
  Store,
} from 'lucide-react'
import type { IconType } from '#ui/icon.tsx'

export const kindIcons: Record<NoticeKind, IconType> = {
  channel: Radio,
  delivery: MailX,
  connector: Plug,
  voice: AudioLines,
  alarm: BellRing,
  guard: ShieldAlert,
  release: Rocket,
  review: ListChecks,
  import: FileInput,
  experiment: FlaskConical,
  listing: Store,
  invitation: Mail,
  request: Building2,
}
