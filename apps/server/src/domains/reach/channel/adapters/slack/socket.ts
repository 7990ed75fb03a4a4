import type { ChannelEvent, Place, Sink } from '../../adapter.ts'
import { call } from './api.ts'
import { type Callback, eventOf, type Interaction, pressOf } from './read.ts'

interface Envelope {
  envelope_id?: string
  type: string
  payload?: Callback & Interaction
}

/** Socket Mode. An envelope is acknowledged once its content is stored. */
export async function connect(place: Place, sink: Sink, signal: AbortSignal): Promise<void> {
  const { url } = await call<{ url: string }>(place, 'apps.connections.open', {}, { token: place.config.app_token! })
  const socket = await place.socket(url)
  const leave = () => socket.close()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const failed = Promise.withResolvers<never>()
  // Processed one after the other, to keep the order of the platform.
  let last: Promise<void> = Promise.resolve()
  socket.onMessage((data) => {
    last = last.then(() => read(String(data))).catch((cause: unknown) => failed.reject(cause))
  })
  async function read(text: string): Promise<void> {
    const { envelope_id: id, type, payload } = JSON.parse(text) as Envelope
    if (type === 'hello') return sink.live()
    // The platform is about to close the connection: the next one takes over.
    if (type === 'disconnect') return leave()
    if (!id) return
    const event = eventsIn(type, payload)
    if (event) await sink.take([event])
    socket.send(JSON.stringify({ envelope_id: id }))
  }
  function eventsIn(type: string, payload: Envelope['payload']): ChannelEvent | undefined {
    if (!payload) return undefined
    if (type === 'events_api') return eventOf(payload, place.profile)
    return type === 'interactive' ? pressOf(payload, place.profile) : undefined
  }
  try {
    await Promise.race([socket.closed, failed.promise])
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}
