export interface Described {
  message: string
  logId: string
}

/** The message and log id of a thrown value: an error of the client or the network, or a string. */
export function describeError(error: unknown): Described {
  if (typeof error === 'string') return { message: error, logId: '' }
  if (typeof error !== 'object' || error === null) return { message: '', logId: '' }
  const { message, logId } = error as { message?: unknown; logId?: unknown }
  return { message: typeof message === 'string' ? message : '', logId: typeof logId === 'string' ? logId : '' }
}
