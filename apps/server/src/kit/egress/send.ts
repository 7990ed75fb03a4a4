import type { Agent, Dispatcher } from 'undici'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AllowList } from './allow-list.ts'
import { createAnswer, type EgressResponse, readAll, readAnswerHeaders } from './answer.ts'
import { decodersFor, openBody } from './answer-body.ts'
import { checkUrl } from './check-url.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { egressErrors } from './egress-errors.ts'
import { type EgressInit, type Limits, limitsOf, readMethod } from './egress-init.ts'
import { noteNeverSent } from './never-sent.ts'
import { type Hop, isRedirect, nextHop } from './redirect.ts'
import { readBody } from './request-body.ts'
import { readHeaders } from './request-headers.ts'

interface Call {
  hop: Hop
  redirected: boolean
  /** Whether the headers of the final answer have arrived: later failures are failures of the answer. */
  answered: boolean
  init: EgressInit
  limits: Limits
  deadline: Deadline
  log: Log
}

/**
 * One call from its first request to its answer: follows redirects, keeps the deadlines and maps failures to errors.
 */
export function createSend(deps: { agent: Agent; allow: AllowList; log: Log; keepAlive: () => boolean }) {
  const { agent, allow } = deps

  async function firstHop(url: string | URL, init: EgressInit): Promise<Hop> {
    const target = checkUrl(url, allow)
    const owner = init.secretOrigin && checkUrl(init.secretOrigin, allow)
    if (owner && owner.origin !== target.origin) {
      throw egressErrors.secretElsewhere({ owner: owner.host, host: target.host })
    }
    const method = readMethod(init.method)
    const headers = readHeaders(init.headers, target)
    const body = await readBody(init.body)
    if (body.type && !headers.has('content-type')) headers.set('content-type', body.type)
    return { url: target, method, headers, body }
  }

  async function exchange({ hop, deadline, limits }: Call): Promise<Dispatcher.ResponseData> {
    const host = hop.url.host
    deadline.signal.throwIfAborted()
    const answerCame = deadline.after(limits.firstByteTimeoutMs, () => egressErrors.unreachable({ host }))
    const request = agent.request({
      origin: hop.url.origin,
      path: hop.url.pathname + hop.url.search,
      method: hop.method,
      headers: [...hop.headers].flat(),
      body: hop.body.content ?? null,
      signal: deadline.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(deps.keepAlive() ? {} : { reset: true }),
    })
    // The request ignores its signal while connecting.
    const answer = await deadline.race(request)
    answerCame()
    return answer
  }

  async function follow(call: Call): Promise<Dispatcher.ResponseData> {
    const { init, limits } = call
    for (let count = 0; ; count++) {
      const answer = await exchange(call)
      const location = [answer.headers.location].flat()[0]
      if (init.redirect === 'manual' || !isRedirect(answer.statusCode, location)) return answer
      answer.body.on('error', () => {}).destroy()
      const host = call.hop.url.host
      if (init.redirect === 'error') throw egressErrors.redirectRefused({ host })
      if (count >= limits.maxRedirects) throw egressErrors.tooManyRedirects({ host, max: limits.maxRedirects })
      call.hop = nextHop(call.hop, answer.statusCode, location, { allow, secretHeaders: init.secretHeaders })
      call.redirected = true
    }
  }

  return async (url: string | URL, init: EgressInit): Promise<EgressResponse> => {
    const hop = await firstHop(url, init)
    const limits = limitsOf(init)
    const deadline = createDeadline(init.signal)
    const log = init.log ?? deps.log
    const call: Call = { hop, init, limits, deadline, log, redirected: false, answered: false }
    deadline.after(limits.timeoutMs, () => {
      const host = call.hop.url.host
      if (!call.answered) return egressErrors.unreachable({ host })
      return egressErrors.tooSlow({ host, seconds: limits.timeoutMs / 1000 })
    })
    try {
      const answer = await follow(call)
      call.answered = true
      return await open(call, answer)
    } catch (cause) {
      deadline.end()
      throw explain(call, cause)
    }
  }
}

async function open(call: Call, answer: Dispatcher.ResponseData): Promise<EgressResponse> {
  const { hop, limits, deadline, redirected } = call
  const host = hop.url.host
  const source = answer.body.on('error', () => {})
  const headers = readAnswerHeaders(answer.headers)
  const isEmpty = hop.method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304
  const codings = isEmpty ? [] : decodersFor(headers.get('content-encoding') ?? undefined)
  const body = openBody(source, codings ?? [], {
    ...limits,
    host,
    // An answer without a body may still announce a length.
    announced: isEmpty ? 0 : Number(headers.get('content-length') ?? 0),
    fail: deadline.fail,
    explain: (cause) => explain(call, cause),
    onClose: deadline.end,
  })
  if (codings?.length) {
    headers.delete('content-encoding')
    headers.delete('content-length')
  }
  const head = { status: answer.statusCode, statusText: answer.statusText, url: hop.url.href, redirected, headers }
  if (call.init.stream && !isEmpty) return createAnswer(head, body)
  return createAnswer(head, await readAll(body))
}

function explain(call: Call, cause: unknown): Error {
  const { hop, init, log } = call
  const host = hop.url.host
  if (init.signal?.aborted) return init.signal.reason as Error
  if (cause instanceof AppError) return cause
  if (hop.body.failure) return hop.body.failure
  const code = (cause as NodeJS.ErrnoException).code
  log.debug({ host, cause: code }, 'outgoing request failed')
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') return egressErrors.badRequest()
  if (call.answered) return egressErrors.brokenAnswer({ host })
  return noteNeverSent(egressErrors.unreachable({ host }), code)
}
