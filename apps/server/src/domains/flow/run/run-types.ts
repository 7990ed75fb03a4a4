import type { StartOptions } from '@orrery/engine'
import type { CallerScope } from '#kit/caller-scope.ts'

/** Who a run is for, and where it was started. */
export interface Caller
  extends Pick<CallerScope, 'userId'>, Partial<Pick<CallerScope, 'botId' | 'connectorId' | 'conversationId'>> {
  logId: string
  projectId?: string
  /** The published version of the project to run. */
  appVersion?: string
  /** The end user who owns the variables and conversations. */
  connectorUid?: string
  conversationName?: string
  chatId?: string
  /** Set for calls of the public API: the usage is counted for these. */
  meter?: { resourceId: string; tokenId: string; api?: string | undefined }
  ext?: Record<string, string>
  /** The click on a page that led to the run; part of its trace. */
  clicked?: Record<string, string>
  /** Number of workflows before this run that started each other by events. */
  eventDepth?: number
}
/** What the ports need to know about a run. Stored with the run, and passed unchanged to every port call. */
export interface RunContext extends Omit<Caller, 'logId'>, Pick<CallerScope, 'spaceId'> {
  workflowId: string
  logId?: string
  [key: string]: unknown
}

/** The versions of projects that channels serve. */
export interface AppVersionPort {
  find(
    projectId: string,
    connectorId: string,
  ): Promise<{ id: string; workflows: string[]; pins: Record<string, string> } | undefined>
  /** Maps each workflow to its commit in a published version. */
  pinsOf(versionId: string): Promise<Record<string, string>>
}

/** What another process needs besides the checkpoint to resume a run. */
export type StoredOptions = Pick<
  StartOptions,
  'only' | 'from' | 'pinned' | 'edited' | 'stream' | 'failFast' | 'chat'
> & {
  totalMs?: number
  /** The answer of the user. A process that takes over applies it again if the checkpoint still waits for it. */
  answer?: { eventId: string; data: string }
  /** The turn of a conversation that this run answers. */
  turn?: { chatId: string; questionId: string }
}

export const RunStatus = { queued: 0, running: 1, success: 2, failed: 3, cancelled: 4, interrupted: 5 } as const
export type RunStatus = (typeof RunStatus)[keyof typeof RunStatus]
export const RunKind = { test: 0, published: 1, node: 2, again: 3 } as const
export type RunKind = (typeof RunKind)[keyof typeof RunKind]
export const RunMode = { sync: 0, stream: 1, async: 2 } as const
export type RunMode = (typeof RunMode)[keyof typeof RunMode]

/** A value that is too large for a row: its blob, and its beginning. */
export interface BlobValue {
  $blob: string
  size: number
  begins: string
}
export const isBlobValue = (value: unknown): value is BlobValue =>
  typeof value === 'object' && value !== null && '$blob' in value && 'begins' in value
