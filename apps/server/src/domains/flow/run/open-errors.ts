import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Failure } from '@orrery/engine'
import { AppError } from '#kit/errors.ts'

const { engine, publicApi } = ErrorCode
/** Replaces internal codes by the codes of the public API; all other codes stay the same. */
const openCodes: Record<number, number> = {
  [engine.notPublished]: publicApi.workflowNotPublished,
  [engine.missingParam]: publicApi.badRequest,
  [engine.badParam]: publicApi.badRequest,
  [engine.indexRange]: publicApi.badRequest,
  [engine.interruptUnsupported]: publicApi.interruptUnsupported,
  [engine.workflowTimeout]: publicApi.workflowTimeout,
}

/** The error of a synchronous call whose run failed. */
export function openError(code: number, message: string, data?: unknown, messageZh = message): AppError {
  return new AppError(
    { code: openCodes[code] ?? code, status: 400, en: '{message}', zh: '{messageZh}' },
    { message, messageZh },
    data,
  )
}
/** Converts an error to the code of the public API and keeps its message. */
export const asOpen = ({ spec, params, data }: AppError): AppError =>
  new AppError({ ...spec, code: openCodes[spec.code] ?? spec.code }, params, data)
export const failureError = (failure: Failure, data?: unknown) =>
  openError(failure.code, failure.message, data, failure.messageZh)
