import { randomUUID } from 'node:crypto'
import type { Schema } from '@orrery/contract'
import type { RawData, WebSocket } from 'ws'
import { AppError, errors, type Locale } from '../errors.ts'
import { openCodeOf } from '../http/answer.ts'
import type { Log } from '../log.ts'
import { inputError } from '../validation-message.ts'

/** A frame that a client sent, checked. */
interface Frame {
  id?: string
  event_type: string
  data?: unknown
}
/** A connection as handlers see it: frames of JSON, each with a type. */
export interface FrameSocket {
  send(eventType: string, data?: unknown): void
  /** Says what went wrong. The connection stays: the official client closes it by itself. */
  fail(cause: unknown): void
  /** Frames in their order. A frame that breaks the rules is answered with an error and does not get here. */
  onFrame(listener: (frame: Frame) => void): void
  /** Ends with the connection. */
  signal: AbortSignal
  /** The code says why; without one nothing is wrong. */
  close(code?: number): void
}
/** A handler of a socket answers with the function that serves it. */
export type SocketReply = (socket: FrameSocket) => void

export interface SocketRules {
  frames: Schema
  locale: Locale
  logId: string
  log: Log
  /** Whether the caller may still do this: asked again and again while the connection lasts. */
  isAllowed(): Promise<boolean>
}
const PING_MS = 20_000
const IDLE_MS = 10 * 60_000
const LONGEST_MS = 2 * 3600_000
/** Bytes that wait for a client that does not read. */
const MOST_WAITING = 4 * 1024 * 1024
export const GOING_AWAY = 1001
const TOO_SLOW = 1013

export function createFrameSocket(socket: WebSocket, rules: SocketRules, abort: AbortController): FrameSocket {
  const { frames, locale, logId, log } = rules
  let listener: ((frame: Frame) => void) | undefined
  const early: Frame[] = []
  const watch = keepAlive(socket, rules.isAllowed)

  function send(event_type: string, data?: unknown) {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MOST_WAITING) return socket.close(TOO_SLOW, 'too slow')
    const detail = { logid: logId, respond_at: new Date().toISOString() }
    socket.send(JSON.stringify({ id: randomUUID(), event_type, ...(data !== undefined && { data }), detail }))
  }
  function fail(cause: unknown) {
    if (abort.signal.aborted) return
    const error = cause instanceof AppError ? cause : errors.internal()
    if (error !== cause) log.error({ err: cause, logId }, 'unexpected error on a socket')
    send('error', { code: openCodeOf(error), msg: error.text(locale) })
  }
  function take(data: RawData, isBinary: boolean) {
    watch.seen()
    try {
      const frame = readFrame(isBinary ? '' : textOf(data), frames)
      if (listener) listener(frame)
      else early.push(frame)
    } catch (cause) {
      fail(cause)
    }
  }
  socket.on('message', take)
  // What fails is followed by a close.
  socket.on('error', () => {})
  socket.on('close', () => {
    watch.end()
    abort.abort()
  })
  abort.signal.addEventListener('abort', () => socket.close(GOING_AWAY), { once: true })
  return {
    send,
    fail,
    onFrame(next) {
      listener = next
      for (const frame of early.splice(0)) next(frame)
    },
    signal: abort.signal,
    close: (code = 1000) => socket.close(code),
  }
}

const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)).toString()

function readFrame(text: string, schema: Schema): Frame {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    throw errors.badBody()
  }
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw inputError(parsed.error, raw as object)
  return parsed.data as Frame
}

/** Finds out about connections that are gone or unused, and ends those. */
function keepAlive(socket: WebSocket, isAllowed: () => Promise<boolean>) {
  const startedAt = Date.now()
  let lastSeen = startedAt
  let isAnswered = true
  socket.on('pong', () => void (isAnswered = true))
  const timer = setInterval(() => {
    const now = Date.now()
    if (!isAnswered) return socket.terminate()
    if (now - lastSeen > IDLE_MS || now - startedAt > LONGEST_MS) return socket.close(GOING_AWAY)
    isAnswered = false
    socket.ping()
    void isAllowed().then((may) => may || socket.close(GOING_AWAY))
  }, PING_MS)
  timer.unref()
  return { seen: () => void (lastSeen = Date.now()), end: () => clearInterval(timer) }
}
