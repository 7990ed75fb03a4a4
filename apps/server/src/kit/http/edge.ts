import { type Context, Hono } from 'hono'
import { AppError, errors, type Locale } from '../errors.ts'
import type { Log } from '../log.ts'
import { outageOf } from '../outage.ts'
import { answerJson, headerOf, incomingOf, localeOf, logIdOf, openCodeOf } from './answer.ts'
import { isOpenApi, preflight } from './cors.ts'

/** The outermost layer: one place where errors become answers. */
export function createEdge(log: Log): Hono {
  const app = new Hono({ strict: true })
  app.options('*', (c) => preflight(c) ?? answerError(errors.notFound({ what: 'address' }), c, log))
  app.onError((cause, c) => answerError(cause, c, log))
  app.notFound((c) => answerError(errors.notFound({ what: 'address' }), c, log))
  return app
}

function answerError(cause: unknown, c: Context, log: Log): Response {
  const { method, path } = c.req
  const { body, status, more } = errorAnswer(cause, { method, path, locale: localeOf(c), logId: logIdOf(c) }, log)
  return answerJson(c, body, status, more)
}

interface Asked {
  method: string
  path: string
  locale: Locale
  logId: string
}
/** The answer for a failed call. Unexpected errors are logged. */
export function errorAnswer(cause: unknown, { method, path, locale, logId }: Asked, log: Log) {
  const outage = cause instanceof AppError ? undefined : outageOf(cause)
  const error = cause instanceof AppError ? cause : (outage ?? errors.internal())
  if (!(cause instanceof AppError))
    log.error({ err: cause, logId, method, path }, outage ? 'the machine below failed' : 'unexpected error')
  const open = isOpenApi(path)
  const body = {
    code: open ? openCodeOf(error) : error.code,
    msg: error.text(locale),
    ...(error.data === undefined ? {} : { data: error.data }),
    ...(open ? { detail: { logid: logId } } : {}),
    ...(isCompatible(path) ? { error: { message: error.text(locale), ...compatible(error) } } : {}),
  }
  const wait = outage ? 5 : error.status === 429 || error.status === 503 ? error.params.seconds : undefined
  const more: [string, string][] | undefined = wait === undefined ? undefined : [['retry-after', String(wait)]]
  return { body, status: error.status, more }
}

/** Paths of another vendor's protocol, whose clients expect `error`. */
const isCompatible = (path: string) =>
  /^\/v1\/(chat\/completions|responses|models|audio\/(speech|transcriptions))(\/|$)/.test(path)
const compatible = ({ status, code }: AppError) => ({
  type: status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error',
  code: String(code),
  param: null,
})

/** The caller's address: that of the socket, unless a trusted proxy forwards another one. */
export function createAddressOf(trustedProxies: string[]) {
  const trusted = new Set(trustedProxies)
  return (c: Context): string => {
    const socket = incomingOf(c)?.socket?.remoteAddress ?? 'local'
    if (!trusted.has(socket)) return socket
    const hops = (headerOf(c, 'x-forwarded-for') ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter(Boolean)
    return hops.findLast((hop) => !trusted.has(hop)) ?? socket
  }
}
