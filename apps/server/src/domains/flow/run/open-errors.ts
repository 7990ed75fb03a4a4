import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Failure } from '@orrery/engine'
import { AppError } from '#kit/errors.ts'

const { engine, publicApi } = ErrorCode
/** Codes that callers of the public API know; everything else keeps its number. */
const openCodes: Record<number, number> = {
  [engine.notPublished]: publicApi.workflowNotPublished,
  [engine.missingParam]: publicApi.badRequest,
  [engine.badParam]: publicApi.badRequest,
  [engine.indexRange]: publicApi.badRequest,
  [engine.interruptUnsupported]: publicApi.interruptUnsupported,
  [engine.workflowTimeout]: publicApi.workflowTimeout,
}

/** A run that failed, as the answer of a call that waited for it. */
export function openError(code: number, message: string, data?: unknown, messageZh = message): AppError {
  return new AppError(
    { code: openCodes[code] ?? code, status: 400, en: '{message}', zh: '{messageZh}' },
    { message, messageZh },
    data,
  )
}
/** An error of ours under the code that callers of the public API know, in its own words. */
export const asOpen = ({ spec, params, data }: AppError): AppError =>
  new AppError({ ...spec, code: openCodes[spec.code] ?? spec.code }, params, data)
export const failureError = (failure: Failure, data?: unknown) =>
  openError(failure.code, failure.message, data, failure.messageZh)
