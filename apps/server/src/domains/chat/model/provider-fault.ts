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

/** Whether another provider may succeed where this one failed. A refused request would be refused there too. */
export const isProviderFault = (cause: unknown): cause is AppError => cause instanceof AppError && codes.has(cause.code)
