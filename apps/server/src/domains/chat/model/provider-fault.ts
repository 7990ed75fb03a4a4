import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { AppError } from '#kit/errors.ts'

const { provider, platform } = ErrorCode
const codes = new Set<number>([
  provider.badKey,
  provider.rateLimited,
  provider.serverError,
  provider.unreachable,
  provider.noFirstChunk,
  provider.stalled,
  provider.cutOff,
  provider.notSound,
  provider.noTranscript,
  platform.tokenInsufficient,
  platform.countryRestricted,
])

/** Whether another provider may well do what this one could not. A request that was refused would be refused again. */
export const isProviderFault = (cause: unknown): cause is AppError => cause instanceof AppError && codes.has(cause.code)
