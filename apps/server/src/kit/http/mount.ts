import type { Op, Ops } from '@orrery/contract'
import type { Context, Hono } from 'hono'
import type { Access } from '../access.ts'
import { AppError, errors } from '../errors.ts'
import type { Log } from '../log.ts'
import type { RateLimiter } from '../rate-limit.ts'
import { type StreamReply, streamResponse } from '../sse.ts'
import { inputError } from '../validation-message.ts'
import type { SocketReply } from '../ws/frame-socket.ts'
import { openSocket, requireUpgrade } from '../ws/open-socket.ts'
import { answerParts, answerPlain, answerText, headerOf, localeOf, logIdOf, openCodeOf, withHeaders } from './answer.ts'
import { type Actor, type Ctx, type Handlers, ReadyJson, ReadyText } from './context.ts'
import { guardCrossSite, guardOrigin } from './cross-site.ts'
import { currentCall, currentCaller, currentParent, parentOf } from './current-call.ts'
import { createEnding } from './ending.ts'
import { readBytes, readInput, readParts } from './read-input.ts'
import { unstorableRefusal } from './storable.ts'

export interface MountDeps {
  access: Access
  log: Log
  limiter: RateLimiter
  /** Calls per minute allowed to one token of a person. */
  tokenRate(userId: string): Promise<number>
  /** Calls per minute allowed to one address without signing in, where visitors are admitted. */
  visitorRate: number
  /** Whether people without an account may see what is open to visitors. */
  admitsVisitors(): Promise<boolean>
  publicUrl: string
  authenticate(c: Context): Promise<Actor | undefined> | Actor | undefined
  /** Throws when this person must first prove their identity again (step-up). */
  requireFresh(actor: Actor): Promise<void>
  /** Calls back once when the caller's session ends or their rights shrink. Returns a function to stop listening. */
  onRevoked(actor: Actor, listener: () => void): () => void
  addressOf(c: Context): string
  /** Renews links to files in old texts, so that readers with access can still open them. */
  renewLinks(text: string): string
  /** In tests, checks what handlers return against the contract. */
  checkOutput: boolean
  /** Notified of every call with a token and its result: 0, or the code of the error. */
  onTokenCall?(call: { userId: string; api: string; code: number; ms: number }): void
}

/** Registers the operations of a domain on the router. Everything around a handler happens here, in this order. */
export function mount<C extends Ops>(app: Hono, ops: C, handlers: Handlers<C>, deps: MountDeps) {
  for (const [name, op] of Object.entries(ops)) {
    const handle = handlers[name] as (input: unknown, ctx: Ctx) => unknown
    for (const { method, path } of op.routes)
      app.on(method, path.replace(/\{(\w+)\}/g, ':$1').replace(/\*(\w+)$/, ':$1{.+}'), (c) =>
        deps.onTokenCall
          ? serveAndReport(c, op, method, handle, deps, deps.onTokenCall)
          : serve(c, op, method, handle, deps),
      )
  }
}

/** Reports a call with a token. `serve` stores the actor in the context once it is known. */
async function serveAndReport(
  c: Context,
  op: Op,
  method: string,
  handle: (input: unknown, ctx: Ctx) => unknown,
  deps: MountDeps,
  onCall: NonNullable<MountDeps['onTokenCall']>,
): Promise<Response> {
  const startedAt = performance.now()
  const api = `${method} ${op.routes[0]!.path}`
  const report = (code: number) => {
    const actor = c.get('actor') as Actor | undefined
    if (actor?.token) onCall({ userId: actor.userId, api, code, ms: performance.now() - startedAt })
  }
  try {
    const response = await currentCall.run(api, () => serve(c, op, method, handle, deps))
    report(response.status < 400 ? 0 : response.status)
    return response
  } catch (cause) {
    report(cause instanceof AppError ? openCodeOf(cause) : openCodeOf(errors.internal()))
    throw cause
  }
}

async function serve(
  c: Context,
  op: Op,
  method: string,
  handle: (input: unknown, ctx: Ctx) => unknown,
  deps: MountDeps,
): Promise<Response> {
  const logId = logIdOf(c)
  const address = deps.addressOf(c)
  const known = op.ownAuthorization ? undefined : await deps.authenticate(c)
  // The cached actor of a session or token is shared by its calls; the address belongs to this call only.
  const actor = known && { ...known, address }
  if (actor?.token) c.set('actor', actor)
  if (!actor && op.access !== 'public') await admit(c, op, deps)
  if (actor?.token && op.access !== 'public') checkScope(op, actor)
  if (actor?.token) deps.limiter.take(`token ${actor.token.id}`, await deps.tokenRate(actor.userId), 60)
  if (actor?.sessionId && (method !== 'GET' || op.writes)) guardCrossSite(c, deps.publicUrl)
  else if (actor?.sessionId && op.reply === 'stream') guardOrigin(c, deps.publicUrl)
  const isVisit = !actor && op.access === 'visitor'
  if (isVisit) deps.limiter.take(`visitor ${address}`, deps.visitorRate, 60)
  if (op.limit)
    deps.limiter.take(
      `${op.routes[0]!.path}:${op.limit.by === 'user' ? (actor?.userId ?? address) : address}`,
      op.limit.max,
      op.limit.seconds,
    )

  const raw = await readInput(c, op, method)
  const parsed = op.input.safeParse(raw)
  // Outsiders must learn nothing from validation errors: access is checked first if the id can be read.
  const located = actor ? await deps.access.check(actor, op.access, parsed.success ? parsed.data : raw) : undefined
  if (!parsed.success) throw inputError(parsed.error, raw)
  if (op.stepUp && actor) await deps.requireFresh(actor)
  const upgrade = op.reply === 'socket' ? requireUpgrade(c, actor, deps.publicUrl) : undefined

  const isLong = op.reply !== 'data' && op.reply !== 'flat'
  const ending = createEnding(c, actor, deps.onRevoked)
  // Raw calls usually end by themselves, so they are watched only on demand.
  if (isLong && op.reply !== 'raw') ending.watch()
  const headers: [string, string][] = isVisit ? [...visitorCaching] : []
  const ctx: Ctx = {
    actor,
    userId: actor?.userId ?? '',
    locale: localeOf(c),
    logId,
    address,
    log: deps.log,
    // Created on demand: most calls need neither.
    get signal() {
      return isLong ? ending.watch().signal : c.req.raw.signal
    },
    get request() {
      return c.req.raw
    },
    header: (name) => headerOf(c, name),
    bytes: (max) => readBytes(c, max),
    parts: (max) => readParts(c, max),
    located,
    access: deps.access,
    setHeader: (key, value) => void headers.push([key, value]),
  }
  const facts = {
    address,
    userAgent: (headerOf(c, 'user-agent') ?? '').slice(0, 300),
    sessionId: actor?.sessionId,
    tokenId: actor?.token?.id,
    onBehalfOf: actor?.token?.appId ? actor.userId : undefined,
  }
  const parent = parentOf((name) => headerOf(c, name))
  const work = () => handled(handle, parsed.data, ctx, raw)
  const result = await ending.unlessFailed(
    currentCaller.run(facts, () => (parent ? currentParent.run(parent, work) : work())),
  )
  if (upgrade)
    return openSocket(c, upgrade, result as SocketReply, {
      op,
      log: deps.log,
      actor,
      abort: ending.watch(),
      isAllowed: () => stillHasAccess(c, actor, deps),
      onEnd: ending.forget,
    })
  if (typeof result === 'function') return streamResponse(c, result as StreamReply, ending.watch(), ending.forget)
  ending.forgetWhenSent()
  if (result instanceof Response) return withHeaders(c, result)
  if (result instanceof ReadyText) return answerPlain(c, result)
  if (result instanceof ReadyJson && result.isLong) {
    if (deps.checkOutput) checkedOutput(op, JSON.parse(result.text))
    return answerParts(c, [OPENING, ...result.parts, '}'], deps.renewLinks, headers)
  }
  return answerText(c, deps.renewLinks(bodyOf(op, result, deps.checkOutput)), 200, headers)
}

/** All visitors get the same answer per language; with a session cookie the answer differs. */
const visitorCaching = [
  ['cache-control', 'public, max-age=60'],
  ['vary', 'cookie, accept-language'],
] as const satisfies [string, string][]

/** Admits visitors where the owner allows them; otherwise leads to the sign-in page if the operation asks for it. */
async function admit(c: Context, op: Op, deps: MountDeps): Promise<void> {
  if (op.access === 'visitor' && (await deps.admitsVisitors())) return
  throw errors.notSignedIn({}, op.leadsToSignIn ? { redirect_uri: signInFrom(c, deps.publicUrl) } : undefined)
}

function signInFrom(c: Context, publicUrl: string): string {
  const from = headerOf(c, 'referer') ?? ''
  const page = URL.canParse(from) ? new URL(from) : undefined
  const isOwn = page && (page.origin === new URL(publicUrl).origin || page.host === headerOf(c, 'host'))
  return isOwn ? `/sign?${new URLSearchParams({ redirect: page.pathname + page.search }).toString()}` : '/sign'
}

/** Whether the caller still has access: tokens expire and grants are revoked while a connection lasts. */
const stillHasAccess = async (c: Context, actor: Actor | undefined, deps: MountDeps): Promise<boolean> => {
  try {
    return (await deps.authenticate(c))?.userId === actor?.userId
  } catch {
    return false
  }
}

async function handled(handle: (input: unknown, ctx: Ctx) => unknown, input: unknown, ctx: Ctx, raw: object) {
  try {
    return await handle(input, ctx)
  } catch (cause) {
    throw unstorableRefusal(cause, raw) ?? cause
  }
}

function bodyOf(op: Op, result: unknown, check: boolean): string {
  if (!(result instanceof ReadyJson)) return JSON.stringify(envelope(op, result, check))
  if (check) checkedOutput(op, JSON.parse(result.text))
  return `${OPENING}${result.text}}`
}
const OPENING = '{"code":0,"msg":"","data":'
function envelope(op: Op, result: unknown, check: boolean) {
  const value = check ? checkedOutput(op, result) : (result ?? {})
  return op.reply === 'flat' ? { code: 0, msg: '', ...(value as object) } : { code: 0, msg: '', data: value }
}

function checkedOutput(op: Op, result: unknown) {
  const parsed = op.output.safeParse(result ?? {})
  if (parsed.success) return result ?? {}
  const issue = parsed.error.issues[0]!
  throw new Error(
    `The answer of ${op.routes[0]!.path} breaks its contract at ${issue.path.join('.')}: ${issue.message}`,
  )
}

function checkScope(op: Op, actor: Actor) {
  if (!op.scope) throw errors.noAccess()
  const { scopes } = actor.token!
  if (scopes !== 'all' && !scopes.has(op.scope)) throw errors.noAccess()
}
