import type { Place, Sink } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { call } from './api.ts'
import { type DiscordMessage, type Interaction, messageOf, pressOf } from './read.ts'

interface Payload {
  op: number
  t?: string | null
  s?: number | null
  d?: unknown
}
const Op = { dispatch: 0, heartbeat: 1, identify: 2, resume: 6, reconnect: 7, invalid: 9, hello: 10, ack: 11 } as const
/** Messages of servers and of private chats, and the content of messages. */
const INTENTS = (1 << 9) | (1 << 12) | (1 << 15)
/** Position of a connection; after a resume, Discord sends again what was missed. */
interface Session {
  id: string
  seq: number
  url: string
}
const readSession = (cursor: string): Session | undefined => (cursor ? (JSON.parse(cursor) as Session) : undefined)

function faultOfClose(code: number): ChannelFault | undefined {
  if (code === 4004)
    return new ChannelFault('refused', {
      en: 'Discord does not accept the token any more. Reset it under Bot in the developer portal and enter the new one',
      zh: 'Discord 不再接受该令牌，请在开发者后台的 Bot 页面重置并填写新令牌',
    })
  if (code === 4014)
    return new ChannelFault('missing', {
      en: 'Switch the Message Content Intent on, under Bot in the developer portal',
      zh: '请在开发者后台的 Bot 页面开启 Message Content Intent',
    })
  return undefined
}

/**
 * Connects to Discord's gateway: identifies or resumes, sends heartbeats, and saves the sequence number of each stored
 * event.
 */
export async function connect(place: Place, cursor: string, sink: Sink, signal: AbortSignal): Promise<void> {
  let session = readSession(cursor)
  const base = session?.url ?? (await call<{ url: string }>(place, 'GET', '/gateway/bot')).url
  const socket = await place.socket(`${base}/?v=10&encoding=json`)
  const leave = () => socket.close()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const send = (payload: Payload) => socket.send(JSON.stringify(payload))
  const failed = Promise.withResolvers<never>()
  let beat: NodeJS.Timeout | undefined
  let isAnswered = true
  let seq = session?.seq ?? 0

  function greet({ heartbeat_interval: every }: { heartbeat_interval: number }) {
    const { token } = place.config
    beat = setInterval(() => {
      // No acknowledgement since the last heartbeat: the connection is dead, even if it was not closed.
      if (!isAnswered) return leave()
      isAnswered = false
      send({ op: Op.heartbeat, d: seq })
    }, every).unref()
    if (session) return send({ op: Op.resume, d: { token, session_id: session.id, seq: session.seq } })
    const properties = { os: 'linux', browser: 'orrery', device: 'orrery' }
    send({ op: Op.identify, d: { token, intents: INTENTS, properties } })
  }
  async function dispatch(type: string, data: unknown) {
    if (type === 'READY') {
      const { session_id: id, resume_gateway_url: url } = data as { session_id: string; resume_gateway_url: string }
      session = { id, url, seq }
      sink.live()
    }
    if (type === 'RESUMED') sink.live()
    const event =
      type === 'MESSAGE_CREATE'
        ? messageOf(data as DiscordMessage, place.profile)
        : type === 'INTERACTION_CREATE'
          ? pressOf(data as Interaction)
          : undefined
    if (event) await sink.take([event])
    if (session) await sink.cursor(JSON.stringify({ ...session, seq }))
  }
  async function read({ op, t, s, d }: Payload): Promise<void> {
    if (op === Op.hello) return greet(d as { heartbeat_interval: number })
    if (op === Op.ack) return void (isAnswered = true)
    if (op === Op.heartbeat) return send({ op: Op.heartbeat, d: seq })
    if (op === Op.reconnect) return leave()
    if (op === Op.invalid) {
      // This session cannot be resumed: the next connection starts a new one.
      await sink.cursor('')
      return leave()
    }
    if (op !== Op.dispatch) return
    seq = s ?? seq
    await dispatch(t ?? '', d)
  }
  let last: Promise<void> = Promise.resolve()
  socket.onMessage((data) => {
    last = last.then(() => read(JSON.parse(String(data)) as Payload)).catch((cause: unknown) => failed.reject(cause))
  })
  try {
    const { code } = await Promise.race([socket.closed, failed.promise])
    const fault = faultOfClose(code)
    if (fault) throw fault
  } finally {
    clearInterval(beat)
    signal.removeEventListener('abort', leave)
    leave()
  }
}
