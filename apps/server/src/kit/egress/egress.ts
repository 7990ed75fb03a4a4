/**
 * The only client for requests whose address a user can influence: plugins, HTTP nodes, knowledge addresses, webhooks,
 * MCP, OAuth, model base URLs. Calling such an address by any other means is a security hole.
 *
 * - `check-url` has the rules that need no network, `connector` has those about resolved addresses, applied to the very
 *   lookup that the socket connects with. Both run again on every redirect.
 * - Only public unicast addresses; ports 80, 443 and harmless high ones. EGRESS_ALLOW and the owner of the instance
 *   open single hosts: `host` lifts the rules about addresses and names, `host:port` also the rules about ports.
 * - Nothing of ours is sent: no cookies, no proxy from the environment, no credentials except the caller's, and the
 *   caller's credentials only go to the origin they were saved for.
 * - Answers are limited in decoded bytes and in time, while they stream.
 * - Every failure before the answer has the same text, whatever the port did; the log has the cause at level debug.
 */
import type { Socket } from 'node:net'
import { Agent } from 'undici'
import { AppError, errors } from '../errors.ts'
import type { Log } from '../log.ts'
import { createOwnAddresses } from './address.ts'
import { createAllowList } from './allow-list.ts'
import type { EgressResponse } from './answer.ts'
import { checkUrl } from './check-url.ts'
import { createConnector } from './connector.ts'
import type { EgressInit } from './egress-init.ts'
import { createResolver, type Resolver } from './resolver.ts'
import { createSend } from './send.ts'
import { createSockets, type EgressSocket, MAX_SOCKET_BYTES, type SocketInit } from './socket.ts'
import { createStreams, type StreamInit } from './stream.ts'
import { createStandardFetch } from './standard-fetch.ts'

export interface Egress {
  /**
   * Rejects with one of `egressErrors`, or with the reason of the caller's own signal. Any HTTP status is an answer.
   */
  fetch(url: string | URL, init?: EgressInit): Promise<EgressResponse>
  /** The same client as a standard `fetch`, for libraries that accept one. Answers are streamed. */
  asFetch(defaults?: Partial<EgressInit>): typeof globalThis.fetch
  /** Opens a WebSocket under the same rules. Rejects like `fetch` when it cannot be opened. */
  socket(url: string, init?: SocketInit): Promise<EgressSocket>
  /** Opens a raw TCP connection for mail under the same rules; the mail ports are open in addition. */
  stream(init: StreamInit): Promise<Socket>
  /** The rules that need no network, with the administrator's list: for a form that saves an address. */
  checkUrl(url: string | URL): URL
  /** Sets the hosts that the owner of the instance allows in addition to EGRESS_ALLOW. */
  allowMore(entries: readonly string[]): void
  /** Aborts everything that is still running. */
  close(): Promise<void>
}

export interface EgressOptions {
  allow: string[]
  log: Log
  resolve?: Resolver
  isOwnAddress?: (address: string) => boolean
  /** See `ConnectorOptions.dial`. */
  dial?: (address: string) => string
  connectTimeoutMs?: number
  maxSockets?: number
}

const connectionsPerOrigin = 256
/** Above this many open sockets, connections are not kept alive. */
const maxForKeepAlive = 256

export function createEgress(options: EgressOptions): Egress {
  const allow = createAllowList(options.allow)
  const connector = createConnector({
    allow,
    resolve: options.resolve ?? createResolver(),
    isOwnAddress: options.isOwnAddress ?? createOwnAddresses(),
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    maxSockets: options.maxSockets ?? 4096,
    dial: options.dial,
  })
  // A separate agent: the global one may have a proxy or an interceptor.
  const agent = new Agent({
    connect: connector.connect,
    connections: connectionsPerOrigin,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 64 * 1024,
    webSocket: { maxPayloadSize: MAX_SOCKET_BYTES },
  })
  const sockets = createSockets({ agent, allow })
  const streams = createStreams({ connector, allow })
  let closed = false
  const send = createSend({
    agent,
    allow,
    log: options.log,
    keepAlive: () => connector.openSockets() <= maxForKeepAlive,
  })

  async function told<T>(url: string | URL, log: Log, call: () => Promise<T>): Promise<T> {
    if (closed) throw errors.draining()
    try {
      return await call()
    } catch (cause) {
      if (cause instanceof AppError && cause.status === 403)
        log.warn({ host: hostOf(url), refusal: cause.message }, 'outgoing request refused')
      throw cause
    }
  }
  const fetch = (url: string | URL, init: EgressInit = {}): Promise<EgressResponse> =>
    told(url, init.log ?? options.log, () => send(url, init))

  return {
    fetch,
    asFetch: (defaults = {}) => createStandardFetch(fetch, defaults),
    socket: (url, init = {}) => told(url, options.log, () => sockets.connect(url, init)),
    stream: (init) => told(`http://${init.host}`, options.log, () => streams.connect(init)),
    checkUrl: (url) => checkUrl(url, allow),
    allowMore: allow.setMore,
    async close() {
      closed = true
      sockets.closeAll()
      streams.closeAll()
      await agent.destroy()
    },
  }
}

const hostOf = (url: string | URL) => (URL.canParse(String(url)) ? new URL(String(url)).host : undefined)
