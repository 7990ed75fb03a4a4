import type { StartOptions } from '@orrery/engine'
import type { CallerScope } from '#kit/caller-scope.ts'

/** Who a run is for, and where it was started. */
export interface Caller
  extends Pick<CallerScope, 'userId'>, Partial<Pick<CallerScope, 'botId' | 'connectorId' | 'conversationId'>> {
  logId: string
  projectId?: string
  /** The published version of the project that it is run of. */
  appVersion?: string
  /** The end user for whom variables and conversations are kept. */
  connectorUid?: string
  conversationName?: string
  chatId?: string
  /** Called from outside: what it is counted for. */
  meter?: { resourceId: string; tokenId: string; api?: string | undefined }
  ext?: Record<string, string>
  /** What somebody did on a page that led to the run; told with its trace. */
  clicked?: Record<string, string>
  /** How many workflows have started each other by events before this run. */
  eventDepth?: number
}
/** What the ports of a run have to know of where it happens. Stored with the run, and handed to every port call as it is. */
export interface RunContext extends Omit<Caller, 'logId'>, Pick<CallerScope, 'spaceId'> {
  workflowId: string
  logId?: string
  [key: string]: unknown
}

/** What channels serve of projects. */
export interface AppVersionPort {
  find(
    projectId: string,
    connectorId: string,
  ): Promise<{ id: string; workflows: string[]; pins: Record<string, string> } | undefined>
  /** By workflow: its state in a published version. */
  pinsOf(versionId: string): Promise<Record<string, string>>
}

/** What another process needs besides the checkpoint to resume a run. */
export type StoredOptions = Pick<
  StartOptions,
  'only' | 'from' | 'pinned' | 'edited' | 'stream' | 'failFast' | 'chat'
> & {
  totalMs?: number
  /** Given but perhaps not yet taken in: a process that takes over gives it again. */
  answer?: { eventId: string; data: string }
  /** The question in a conversation that this run answers. */
  turn?: { chatId: string; questionId: string }
}

export const RunStatus = { queued: 0, running: 1, success: 2, failed: 3, cancelled: 4, interrupted: 5 } as const
export type RunStatus = (typeof RunStatus)[keyof typeof RunStatus]
export const RunKind = { test: 0, published: 1, node: 2, again: 3 } as const
export type RunKind = (typeof RunKind)[keyof typeof RunKind]
export const RunMode = { sync: 0, stream: 1, async: 2 } as const
export type RunMode = (typeof RunMode)[keyof typeof RunMode]

/** A value that is too large for a row: where it is, and how it begins. */
export interface BlobValue {
  $blob: string
  size: number
  begins: string
}
export const isBlobValue = (value: unknown): value is BlobValue =>
  typeof value === 'object' && value !== null && '$blob' in value && 'begins' in value
