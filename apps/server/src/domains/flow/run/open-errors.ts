import type { Failure } from '@orrery/engine'
import { AppError } from '#kit/errors.ts'

/** Codes that callers of the public API know; everything else keeps its number. */
const openCodes: Record<number, number> = {
  720702011: 6031,
  720702002: 4000,
  720702001: 4000,
  720712014: 4000,
  720702078: 6039,
  720702085: 6023,
}
export const INTERRUPT_UNSUPPORTED = 720702078

/** A run that failed, as the answer of a call that waited for it. */
export function openError(code: number, message: string, data?: unknown): AppError {
  return new AppError(
    { code: openCodes[code] ?? code, status: 400, en: '{message}', zh: '{message}' },
    { message },
    data,
  )
}
export const failureError = (failure: Failure, data?: unknown) => openError(failure.code, failure.message, data)
