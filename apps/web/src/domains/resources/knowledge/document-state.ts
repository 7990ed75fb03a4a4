import { DocumentStatus } from '@orrery/contract/shared/knowledge-enums'

export type DocumentState = 'ready' | 'busy' | 'waiting' | 'failed' | 'off'

const busy: readonly number[] = [DocumentStatus.processing, DocumentStatus.resegment, DocumentStatus.refreshing]
export const isBusy = (status: number): boolean => busy.includes(status)

export function stateOf({ status, stage }: { status: number; stage: string }): DocumentState {
  if (isBusy(status)) return stage === 'waiting' ? 'waiting' : 'busy'
  if (status === DocumentStatus.disabled) return 'off'
  return status === DocumentStatus.enabled ? 'ready' : 'failed'
}

/** The statuses that each filter value covers. */
export const statusesOf = {
  all: [],
  ready: [DocumentStatus.enabled],
  busy: [...busy],
  failed: [DocumentStatus.failed, DocumentStatus.auditFailed],
  off: [DocumentStatus.disabled],
} as const satisfies Record<string, readonly number[]>
export type StateFilter = keyof typeof statusesOf

const stages = ['waiting', 'fetch', 'read', 'recognise', 'index', 'store'] as const
export type Stage = (typeof stages)[number]
export const stageOf = (stage: string): Stage => stages.find((item) => item === stage) ?? 'waiting'

/** The scanned pages listed in a failure that text recognition or skipping pages would fix; null for other failures. */
export function scannedPages(problem: string): number[] | null {
  if (!/OCR/.test(problem)) return null
  const list = /[:：]\s*([\d, ]+)/.exec(problem)?.[1] ?? ''
  return list
    .split(',')
    .map(Number)
    .filter((page) => page > 0)
}
