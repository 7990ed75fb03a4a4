import { randomUUID } from 'node:crypto'
import type { Schema } from '@orrery/contract'
import { AppError, errors, type Locale } from '../errors.ts'
import { openCodeOf } from '../http/answer.ts'
import type { Log } from '../log.ts'
import { inputError } from '../validation-message.ts'
import type { Wire } from './wire.ts'

/** A validated frame from a client. */
export interface Frame {
  id?: string
  event_type: string
  data?: unknown
}
/** A connection as seen by handlers: JSON frames, each with a type. */
export interface FrameSocket {
  send(eventType: string, data?: unknown): void
  /** Reports an error. The connection stays open: the official client closes it itself. */
  fail(cause: unknown): void
  /** Receives frames in order. A frame that breaks the rules is answered with an error and not passed on. */
  onFrame(listener: (frame: Frame) => void): void
  /** Aborted when the connection closes. */
  signal: AbortSignal
  /** The code gives the reason; without a code, the close is normal. */
  close(code?: number): void
}
/** The handler of a socket operation returns the function that serves it. */
export type SocketReply = (socket: FrameSocket) => void

export interface SocketRules {
  frames: Schema
  locale: Locale
  logId: string
  log: Log
  /** Whether the caller still has access; checked repeatedly while the connection lasts. */
  isAllowed(): Promise<boolean>
}
const PING_MS = 20_000
const IDLE_MS = 10 * 60_000
const MAX_AGE_MS = 2 * 3600_000
/** Maximum number of bytes waiting for a client that does not read. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024
export const GOING_AWAY = 1001
const TOO_SLOW = 1013

export function createFrameSocket(wire: Wire, rules: SocketRules, abort: AbortController): FrameSocket {
  const { frames, locale, logId, log } = rules
  let listener: ((frame: Frame) => void) | undefined
  const early: Frame[] = []
  const endWatch = keepAlive(wire, rules.isAllowed)

  function send(event_type: string, data?: unknown) {
    if (!wire.isOpen()) return
    if (wire.waiting() > MAX_BUFFERED_BYTES) return wire.close(TOO_SLOW, 'too slow')
    const detail = { logid: logId, respond_at: new Date().toISOString() }
    wire.send(JSON.stringify({ id: randomUUID(), event_type, ...(data !== undefined && { data }), detail }))
  }
  function fail(cause: unknown) {
    if (abort.signal.aborted) return
    const error = cause instanceof AppError ? cause : errors.internal()
    if (error !== cause) log.error({ err: cause, logId }, 'unexpected error on a socket')
    send('error', { code: openCodeOf(error), msg: error.text(locale) })
  }
  wire.onText((text = '') => {
    try {
      const frame = readFrame(text, frames)
      if (listener) listener(frame)
      else early.push(frame)
    } catch (cause) {
      fail(cause)
    }
  })
  wire.onClose(() => {
    endWatch()
    abort.abort()
  })
  abort.signal.addEventListener('abort', () => wire.close(GOING_AWAY), { once: true })
  return {
    send,
    fail,
    onFrame(next) {
      listener = next
      for (const frame of early.splice(0)) next(frame)
    },
    signal: abort.signal,
    close: (code = 1000) => wire.close(code),
  }
}

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

/** Detects and closes connections that are dead, unused or no longer allowed. */
function keepAlive(wire: Wire, isAllowed: () => Promise<boolean>): () => void {
  const startedAt = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    if (now - wire.lastSeen() > IDLE_MS || now - startedAt > MAX_AGE_MS) return wire.close(GOING_AWAY)
    if (!wire.isAlive()) return wire.drop()
    void isAllowed().then((may) => may || wire.close(GOING_AWAY))
  }, PING_MS)
  timer.unref()
  return () => clearInterval(timer)
}
