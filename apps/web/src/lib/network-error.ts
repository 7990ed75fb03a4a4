/** The request never reached the server, or its answer never reached us. */
export class NetworkError extends Error {
  override name = 'NetworkError'
  constructor(cause: unknown) {
    super('The server did not answer', { cause })
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
