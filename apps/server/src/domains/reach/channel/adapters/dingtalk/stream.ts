import type { Place, Sink } from '../../adapter.ts'
import { jsonInit, readJson } from '../call.ts'
import { faultOfDing, urlOf } from './api.ts'
import { type DingMessage, eventOf } from './read.ts'

interface Frame {
  type: string
  headers: { topic?: string; messageId?: string }
  data?: string
}
const TOPIC = '/v1.0/im/bot/messages/get'

/** Stream mode. A frame is acknowledged once its content is stored; unacknowledged frames are sent again. */
export async function connect(place: Place, sink: Sink, signal: AbortSignal): Promise<void> {
  const { client_id: clientId, client_secret: clientSecret } = place.config
  const wanted = { clientId, clientSecret, subscriptions: [{ type: 'CALLBACK', topic: TOPIC }], ua: 'orrery' }
  const answer = await place.fetch(urlOf(place, '/v1.0/gateway/connections/open'), jsonInit(wanted))
  const opened = await readJson<{ endpoint: string; ticket: string; code?: string; message?: string }>(
    'DingTalk',
    answer,
  )
  if (!answer.ok) throw faultOfDing(opened, answer.status)
  const socket = await place.socket(`${opened.endpoint}?ticket=${encodeURIComponent(opened.ticket)}`)
  const leave = () => socket.close()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const failed = Promise.withResolvers<never>()
  const reply = (frame: Frame, data: string) =>
    socket.send(
      JSON.stringify({
        code: 200,
        headers: { messageId: frame.headers.messageId ?? '', contentType: 'application/json' },
        message: 'OK',
        data,
      }),
    )
  async function read(frame: Frame): Promise<void> {
    if (frame.type === 'SYSTEM') {
      if (frame.headers.topic === 'disconnect') return leave()
      return reply(frame, frame.data ?? '{}')
    }
    const event = frame.headers.topic === TOPIC ? eventOf(JSON.parse(frame.data ?? '{}') as DingMessage) : undefined
    if (event) await sink.take([event])
    reply(frame, JSON.stringify({ response: null }))
  }
  let last: Promise<void> = Promise.resolve()
  socket.onMessage((data) => {
    last = last.then(() => read(JSON.parse(String(data)) as Frame)).catch((cause: unknown) => failed.reject(cause))
  })
  sink.live()
  try {
    await Promise.race([socket.closed, failed.promise])
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}
