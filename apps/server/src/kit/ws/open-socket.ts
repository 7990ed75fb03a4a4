import type { Op } from '@orrery/contract'
import type { Context } from 'hono'
import { errors } from '../errors.ts'
import { headerOf, localeOf, logIdOf } from '../http/answer.ts'
import type { Actor } from '../http/context.ts'
import { isOwnOrigin } from '../http/cross-site.ts'
import type { Log } from '../log.ts'
import { createFrameSocket, type SocketReply } from './frame-socket.ts'
import type { Upgrade } from './upgrade.ts'
import { webSocketWire } from './wire.ts'

const MAX_PER_HOLDER = 20
const open = new Map<string, number>()
const holderOf = ({ token, userId }: Actor) => (token ? `token ${token.id}` : `user ${userId}`)

/** The request to upgrade. A session cookie counts only on our own pages: browsers send the origin of the page. */
export function requireUpgrade(c: Context, actor: Actor | undefined, publicUrl: string): Upgrade {
  const { upgrade } = (c.env ?? {}) as { upgrade?: Upgrade }
  if (!upgrade) throw errors.needsSocket()
  if (actor?.sessionId && !isOwnOrigin(headerOf(c, 'origin') ?? '', headerOf(c, 'host'), publicUrl))
    throw errors.crossSite()
  if (actor && (open.get(holderOf(actor)) ?? 0) >= MAX_PER_HOLDER) throw errors.tooManySockets({ max: MAX_PER_HOLDER })
  return upgrade
}

export interface SocketCall {
  op: Op
  log: Log
  actor: Actor | undefined
  abort: AbortController
  isAllowed(): Promise<boolean>
  /** Called once when the connection has closed. */
  onEnd: (() => void) | undefined
}
/** Passes the connection to the handler. The returned response is never sent: the protocol is switched instead. */
export function openSocket(c: Context, upgrade: Upgrade, serve: SocketReply, call: SocketCall): Response {
  const { op, log, actor, abort, isAllowed, onEnd } = call
  const rules = { frames: op.frames!, locale: localeOf(c), logId: logIdOf(c), log, isAllowed }
  upgrade.accept((socket) => {
    const holder = actor && holderOf(actor)
    if (holder) open.set(holder, (open.get(holder) ?? 0) + 1)
    socket.on('close', () => {
      onEnd?.()
      if (!holder) return
      const left = (open.get(holder) ?? 1) - 1
      if (left > 0) open.set(holder, left)
      else open.delete(holder)
    })
    const frames = createFrameSocket(webSocketWire(socket), rules, abort)
    try {
      serve(frames)
    } catch (cause) {
      frames.fail(cause)
    }
  })
  return new Response(null, { status: 204 })
}
