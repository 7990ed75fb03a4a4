import { ApiError } from '@orrery/contract/client'
import { textOf } from './i18n.ts'

export type UploadFault = 'Upload failed' | 'file read fail' | 'upload_empty_file' | 'upload_unknown_biz'

export class UploadError extends Error {
  override name = 'UploadError'
  readonly fault: UploadFault
  constructor(fault: UploadFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

/** The error in the language of the page, or the reason given by the server. */
export function uploadErrorText(error: UploadError): string {
  const t = textOf('shell')
  if (error.cause instanceof ApiError && error.cause.message) return error.cause.message
  const texts = {
    'Upload failed': t('upload.failed'),
    'file read fail': t('upload.readFail'),
    upload_empty_file: t('upload.empty'),
    upload_unknown_biz: t('upload.unknownBiz'),
  }
  return texts[error.fault]
}
