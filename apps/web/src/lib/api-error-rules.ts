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
 * Handles an error of a call in addition to throwing it. Most callers show their errors in context; the others request
 * a toast with `toast`.
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

/** The response was not in our envelope, so the client uses the HTTP status as code. */
export const isForeignAnswer = (error: ApiError): boolean => error.code === error.status

/** A firewall in front of the server refused: our own server would have answered with a code and a message. */
const isShark = (error: ApiError): boolean => isForeignAnswer(error) && (error.status === 403 || error.status === 429)

function redirectOf(data: unknown, origin: string): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { redirect_uri: address } = data as { redirect_uri?: unknown }
  return typeof address === 'string' ? ownAddress(address, origin) : undefined
}
