import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Method and path of the call that a program makes with its token. Usage recorded deeper in the code is counted for it.
 */
export const currentCall = new AsyncLocalStorage<string>()

export interface CallerFacts {
  address: string
  userAgent: string
  sessionId?: string | undefined
  tokenId?: string | undefined
  /** The person on whose behalf an app acts. */
  onBehalfOf?: string | undefined
}
/** Where the call came from, and through which client. Records written deeper in the code include these facts. */
export const currentCaller = new AsyncLocalStorage<CallerFacts>()

export interface ParentSpan {
  traceId: string
  spanId: string
}
/** The caller's span, if a program sends it: spans of the call become its children. */
export const currentParent = new AsyncLocalStorage<ParentSpan>()

const parentHeaders = ['traceparent', 'x-cozeloop-traceparent']
/** Reads the header of W3C Trace Context; anything else gives no parent. */
export function parentOf(header: (name: string) => string | undefined): ParentSpan | undefined {
  for (const name of parentHeaders) {
    const [, traceId, spanId] = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/.exec(header(name) ?? '') ?? []
    if (traceId && spanId && !/^0+$/.test(traceId) && !/^0+$/.test(spanId)) return { traceId, spanId }
  }
  return undefined
}
