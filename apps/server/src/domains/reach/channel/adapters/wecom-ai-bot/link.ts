import { randomUUID } from 'node:crypto'
import type { Place } from '../../adapter.ts'
import { ChannelFault } from '../../fault.ts'
import { baseOf } from '../call.ts'

/** A frame of the connection, in either direction. A response to a frame has the id of that frame and no command. */
export interface Frame {
  cmd?: string
  headers?: { req_id?: string }
  body?: unknown
  errcode?: number
  errmsg?: string
}
/** Our connection to the platform, authenticated as the bot. */
export interface Link {
  /** Sends a frame and waits until the platform has accepted it. `reqId` is the call that it answers. */
  request(cmd: string, body: object, reqId?: string): Promise<void>
  /** Registers the listener for calls of the platform. Earlier calls are passed to it first. */
  onCall(listener: (frame: Frame) => void): void
  closed: Promise<unknown>
  close(): void
}
const ADDRESS = 'https://openws.work.weixin.qq.com'
const PING_MS = 30_000
const ANSWER_MS = 15_000
const WRONG_SECRET = 853_000
const TOO_MANY = new Set([45_009, 45_033, 846_609])
const TOO_MANY_MS = 10_000
/** The platform refused a frame of ours, but works otherwise. */
export class LinkRefusal extends Error {
  readonly code: number
  constructor({ errcode = 0, errmsg = '' }: Frame) {
    super(`${errcode} ${errmsg}`)
    this.code = errcode
  }
}
const lost = () =>
  new ChannelFault('uncertain', {
    en: 'The connection to WeCom broke while this was being sent',
    zh: '发送过程中与企业微信的连接中断',
  })
function faultOf(frame: Frame): Error {
  const { errcode = 0, errmsg = '' } = frame
  if (errcode === WRONG_SECRET)
    return new ChannelFault('refused', {
      en: 'WeCom does not accept this Bot ID and secret. Copy both from the settings of the bot and test again',
      zh: '企业微信不接受该 Bot ID 与 Secret，请从机器人设置中重新复制后再测试',
    })
  if (TOO_MANY.has(errcode))
    return new ChannelFault(
      'later',
      { en: `WeCom asks us to slow down (${errcode} ${errmsg})`, zh: `企业微信限制了发送频率（${errcode} ${errmsg}）` },
      TOO_MANY_MS,
    )
  return new LinkRefusal(frame)
}

/** Connects and authenticates. The platform closes the previous connection of the bot. */
export async function openLink(place: Place): Promise<Link> {
  const { bot_id: botId, bot_secret: secret } = place.config
  const socket = await place.socket(baseOf(place.config, ADDRESS).replace(/^http/, 'ws'))
  const waiting = new Map<string, { resolve: () => void; reject: (cause: Error) => void }>()
  const early: Frame[] = []
  let listener = (frame: Frame): void => void early.push(frame)
  let isOpen = true
  void socket.closed.then(() => {
    isOpen = false
    for (const { reject } of waiting.values()) reject(lost())
  })
  socket.onMessage((data) => {
    const frame = readFrame(String(data))
    if (frame?.cmd) return listener(frame)
    const id = frame?.headers?.req_id ?? ''
    const asked = waiting.get(id)
    if (!frame || !asked) return
    if (frame.errcode) asked.reject(faultOf(frame))
    else asked.resolve()
  })
  // Frames that answer the same call share an id, so each waits for the one before it.
  const turns = new Map<string, Promise<unknown>>()
  function request(cmd: string, body: object, reqId = `${cmd}_${randomUUID()}`): Promise<void> {
    const before = turns.get(reqId) ?? Promise.resolve()
    const now = before.then(
      () => exchange(cmd, body, reqId),
      () => exchange(cmd, body, reqId),
    )
    turns.set(reqId, now)
    const over = () => void (turns.get(reqId) === now && turns.delete(reqId))
    now.then(over, over)
    return now
  }
  async function exchange(cmd: string, body: object, reqId: string): Promise<void> {
    if (!isOpen) throw notConnected()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.set(reqId, { resolve, reject })
    const late = setTimeout(() => reject(lost()), ANSWER_MS).unref()
    try {
      socket.send(JSON.stringify({ cmd, headers: { req_id: reqId }, body }))
      await promise
    } finally {
      clearTimeout(late)
      waiting.delete(reqId)
    }
  }
  // Treat a connection without a response as closed.
  const ping = () => request('ping', {}).catch(() => socket.close())
  const timer = setInterval(() => void ping(), PING_MS).unref()
  void socket.closed.then(() => clearInterval(timer))
  try {
    await request('aibot_subscribe', { bot_id: botId, secret })
  } catch (cause) {
    socket.close()
    throw cause instanceof LinkRefusal ? new ChannelFault('later', errorOf(cause)) : cause
  }
  return {
    request,
    onCall(next) {
      listener = next
      for (const frame of early.splice(0)) next(frame)
    },
    closed: socket.closed,
    close: () => socket.close(),
  }
}
const errorOf = ({ message }: LinkRefusal) => ({ en: `WeCom: ${message}`, zh: `企业微信：${message}` })
/** The connection is down, so nothing was sent. */
export const notConnected = () =>
  new ChannelFault('later', {
    en: 'The connection to WeCom is down. It is sent when the connection is back',
    zh: '与企业微信的连接已断开，恢复后将继续发送',
  })
function readFrame(text: string): Frame | undefined {
  try {
    return JSON.parse(text) as Frame
  } catch {
    return undefined
  }
}
