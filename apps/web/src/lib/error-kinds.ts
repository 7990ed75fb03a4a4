import { ApiError } from '@orrery/contract/client'
import { isAbort, NetworkError } from './network-error.ts'

/** An error that names its event and carries its details. */
export class CustomError extends Error {
  override name = 'CustomError'
  readonly eventName: string
  readonly extension: Record<string, unknown>
  constructor(eventName: string, message: string, extension: Record<string, unknown> = {}) {
    super(message)
    this.eventName = eventName
    this.extension = extension
  }
}

/** Messages of browsers for a module that could not be loaded, mostly because a new version replaced the files. */
const chunkWords =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS|ChunkLoadError|Loading (CSS )?chunk/i

export function isChunkLoadError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'ChunkLoadError' || chunkWords.test(error.message)
}

/** Errors of calls: the client has already shown or raised them. */
export const isHandledElsewhere = (error: unknown): boolean =>
  error instanceof ApiError || error instanceof NetworkError || isAbort(error)
