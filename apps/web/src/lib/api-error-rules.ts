import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { ApiEvents } from './app-events.ts'
import type { Bus } from './events.ts'
import { ownAddress } from './own-address.ts'

const eventOfCode: Record<number, keyof ApiEvents> = {
  [ErrorCode.kit.notSignedIn]: 'unauthorized',
  [ErrorCode.kit.noAccess]: 'noAccess',
  [ErrorCode.platform.countryRestricted]: 'countryRestricted',
  [ErrorCode.platform.tokenInsufficient]: 'cozeTokenInsufficient',
  [ErrorCode.platform.workflowTokenInsufficient]: 'cozeTokenInsufficient',
}

export interface ErrorRuleDeps {
  events: Bus<ApiEvents>
  showError: (error: ApiError) => void
  goTo: (address: string) => void
  origin: () => string
}

/**
 * What happens, beside being thrown, to an error that a call met. Most callers show their errors themselves, where they
 * belong; `toast` is for those that do not.
 */
export function createErrorRules({ events, showError, goTo, origin }: ErrorRuleDeps) {
  return (error: unknown, toast: boolean): void => {
    if (!(error instanceof ApiError)) return
    const elsewhere = error.status === 401 ? redirectOf(error.data, origin()) : undefined
    if (elsewhere !== undefined) return goTo(elsewhere)
    const event = eventOfCode[error.code] ?? (isShark(error) ? 'sharkBlocked' : undefined)
    if (event) return events.emit(event, error)
    if (toast && error.message) showError(error)
  }
}

/** The response was not in our envelope: the client then uses the HTTP status as code. */
export const isForeignAnswer = (error: ApiError): boolean => error.code === error.status

/** A guard in front of the server refused: our own server would have answered with a code and a sentence. */
const isShark = (error: ApiError): boolean => isForeignAnswer(error) && (error.status === 403 || error.status === 429)

function redirectOf(data: unknown, origin: string): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { redirect_uri: address } = data as { redirect_uri?: unknown }
  return typeof address === 'string' ? ownAddress(address, origin) : undefined
}
