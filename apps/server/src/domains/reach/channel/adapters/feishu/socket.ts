import type { Place, Sink } from '../../adapter.ts'
import { jsonInit, readJson } from '../call.ts'
import { faultOf, type FeishuApi } from './api.ts'
import { decodeFrame, encodeFrame, type Frame } from './frame.ts'
import { eventOf, type FeishuEvent } from './read.ts'

interface Endpoint {
  code: number
  msg?: string
  data?: { URL: string; ClientConfig?: { PingInterval?: number } }
}
const DATA = 1
const MAX_PARTS = 64

/** The long connection. An event is acknowledged with 200 once it is stored; otherwise it is delivered again. */
export async function connect(api: FeishuApi, place: Place, sink: Sink, signal: AbortSignal): Promise<void> {
  const { app_id: AppID, app_secret: AppSecret } = place.config
  const answer = await place.fetch(api.url(place, '/callback/ws/endpoint'), jsonInit({ AppID, AppSecret }))
  const reply = await readJson<Endpoint>(api.name, answer)
  if (reply.code !== 0 || !reply.data) throw faultOf(reply, api.name)
  const { URL: address, ClientConfig: config } = reply.data
  const service = Number(new URL(address).searchParams.get('service_id') ?? 0)
  const socket = await place.socket(address)
  const leave = () => socket.close()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const send = (frame: Frame) => socket.send(new Uint8Array(encodeFrame(frame)))
  const none = Buffer.alloc(0)
  const ping = () => send({ seqId: 0n, logId: 0n, service, method: 0, headers: { type: 'ping' }, payload: none })
  const timer = setInterval(ping, (config?.PingInterval ?? 120) * 1000).unref()
  const failed = Promise.withResolvers<never>()
  const parts = new Map<string, Buffer[]>()
  let last: Promise<void> = Promise.resolve()

  /** Joins the pieces of a large event. */
  function whole({ headers, payload }: Frame): Buffer | undefined {
    const sum = Number(headers.sum ?? 1)
    if (sum <= 1) return payload
    const id = headers.message_id ?? ''
    const known = parts.get(id) ?? []
    known[Number(headers.seq ?? 0)] = payload
    parts.set(id, known)
    if (parts.size > MAX_PARTS) parts.delete(parts.keys().next().value!)
    if (known.filter(Boolean).length < sum) return undefined
    parts.delete(id)
    return Buffer.concat(known)
  }
  async function read(data: Buffer): Promise<void> {
    const frame = decodeFrame(data)
    if (frame.method !== DATA) return
    const payload = whole(frame)
    if (!payload) return
    const event = eventOf(JSON.parse(payload.toString()) as FeishuEvent, place.profile)
    if (event) await sink.take([event])
    send({ ...frame, headers: { ...frame.headers, biz_rt: '0' }, payload: Buffer.from('{"code":200}') })
  }
  socket.onMessage((data) => {
    last = last.then(() => read(Buffer.from(data))).catch((cause: unknown) => failed.reject(cause))
  })
  sink.live()
  try {
    await Promise.race([socket.closed, failed.promise])
  } finally {
    clearInterval(timer)
    signal.removeEventListener('abort', leave)
    leave()
  }
}
