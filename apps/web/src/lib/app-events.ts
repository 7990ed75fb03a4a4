import type { ApiError } from '@orrery/contract/client'
import { createBus } from './events.ts'

/** Errors that concern the whole page and not only the failed call. */
export interface ApiEvents {
  unauthorized: ApiError
  noAccess: ApiError
  sharkBlocked: ApiError
  countryRestricted: ApiError
  cozeTokenInsufficient: ApiError
}

export interface AppEvents extends ApiEvents {
  /** A call failed and its caller does not show the error itself. */
  callFailed: ApiError
  /** A request did not reach the server. */
  connectionLost: undefined
}

export const appEvents = createBus<AppEvents>()
