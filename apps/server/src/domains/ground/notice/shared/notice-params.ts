import type { NoticeKind } from '@orrery/contract/shared/notice-kinds'

/** A sentence in both languages, written by the domain. */
export interface BothWords {
  en: string
  zh: string
}
export type ReleaseEvent =
  | 'pending_approval'
  | 'approved'
  | 'rejected'
  | 'finished'
  | 'rolled_back'
  | 'stopped_by_guard'
export type AlarmFigure = 'runs' | 'errors' | 'error_rate' | 'latency_p50' | 'latency_p95' | 'tokens' | 'cost'

/**
 * The contents of a notice, by kind. Names are those at the time of the occurrence; later renames do not change them.
 */
export interface NoticeParams {
  channel: { event: 'lost'; name: string; platform: BothWords; reason: BothWords } | Disconnected
  delivery: { name: string; platform: BothWords; count: number }
  connector: { event: 'waits' | 'accepted' | 'rejected'; name: string; bot: string; reason?: string }
  voice: { event: 'trained' | 'failed'; name: string; reason?: BothWords }
  alarm: {
    event: 'fired' | 'resolved'
    name: string
    metric: AlarmFigure
    value: number | null
    threshold: number
    isAbove: boolean
    minutes: number
  }
  guard: { name: string; reason: BothWords }
  release: {
    event: ReleaseEvent
    prompts: string[]
    isProduction: boolean
    place: string[]
    comment: string
    why?: BothWords
  }
  review: { event: 'waits' | 'approved' | 'rejected'; name: string; reason?: string }
  import: { event: 'finished' | 'failed'; name: string; added: number; skipped: number; reason?: BothWords }
  experiment: { event: 'finished' | 'failed'; name: string; reason?: BothWords }
  listing: { event: 'waits' | 'approved' | 'rejected' | 'removed'; name: BothWords; reason?: string }
  invitation: { event: 'space' | 'enterprise'; name: string; inviter: string }
  request: { event: 'waits' | 'approved' | 'rejected'; name: string; person?: string }
}
interface Disconnected {
  event: 'disconnected'
  name: string
  platform: BothWords
  person: string
}
export type NoticeContent = { [K in NoticeKind]: { kind: K; params: NoticeParams[K] } }[NoticeKind]
