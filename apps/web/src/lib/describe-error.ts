export interface Described {
  message: string
  logId: string
}

/** The words and the log id of whatever was thrown: an error of the client, of the network, or a sentence. */
export function describeError(error: unknown): Described {
  if (typeof error === 'string') return { message: error, logId: '' }
  if (typeof error !== 'object' || error === null) return { message: '', logId: '' }
  const { message, logId } = error as { message?: unknown; logId?: unknown }
  return { message: typeof message === 'string' ? message : '', logId: typeof logId === 'string' ? logId : '' }
}
