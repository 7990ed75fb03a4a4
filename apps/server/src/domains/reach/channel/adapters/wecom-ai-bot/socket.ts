import { setTimeout } from 'node:timers/promises'
import type { Place, Sink } from '../../adapter.ts'
import { pressedCard } from './card.ts'
import { type Frame, type Link, openLink } from './link.ts'
import { type BotMessage, readMessage, readPress, streamOf } from './read.ts'
import { choicesOf, currentAnswer, noteStream, readStream } from './stream.ts'

/**
 * A bot has one connection. If another program takes it over, wait: two programs would otherwise take it from each
 * other endlessly.
 */
const TAKEN_OVER_WAIT_MS = 30_000
const WATCH_MS = 30_000
/** The connections of this process, by the `memo` of an account, which changes with its credentials. */
const links = new WeakMap<Place['memo'], Link>()
export const linkOf = (place: Place): Link | undefined => links.get(place.memo)

/** Holds the connection of the bot. The platform never redelivers, so its calls are stored before they are answered. */
export async function connect(place: Place, sink: Sink, signal: AbortSignal): Promise<void> {
  const link = await openLink(place)
  const leave = () => link.close()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const failed = Promise.withResolvers<never>()
  const open = new Map<string, string>()
  let isTaken = false
  /** The platform may refuse the response; the event is stored anyway. */
  const answer = (cmd: string, body: object, { headers }: Frame) =>
    void link.request(cmd, body, headers?.req_id ?? '').catch(() => {})

  async function onMessage(message: BotMessage, frame: Frame): Promise<void> {
    const read = readMessage(message, place.clock.now())
    if (!read) return
    const req = frame.headers?.req_id ?? ''
    const stream = streamOf(read.id)
    if ((await readStream(place, stream)).at === undefined)
      await noteStream(place, stream, { at: place.clock.now(), req })
    await sink.take([{ ...read, reply: { ...read.reply, req } }])
    open.set(stream, req)
    // Shows the typing indicator.
    void showStream(place, link, stream).catch(() => {})
  }
  async function onEvent(message: BotMessage, frame: Frame): Promise<void> {
    const type = message.event?.eventtype
    if (type === 'disconnected_event') {
      isTaken = true
      return leave()
    }
    if (type === 'enter_chat') {
      const content = await place.greeting('zh-CN')
      if (content) answer('aibot_respond_welcome_msg', { msgtype: 'text', text: { content } }, frame)
      return
    }
    const press = readPress(message)
    if (!press) return
    const { task, ...event } = press
    await sink.take([{ ...event, reply: { req: '' } }])
    const card = pressedCard(task, await choicesOf(place, task), event.action ?? '', event.sender.id)
    answer('aibot_respond_update_msg', card, frame)
  }
  async function read(frame: Frame): Promise<void> {
    const message = (frame.body ?? {}) as BotMessage
    const isOurs = message.aibotid === undefined || message.aibotid === place.config.bot_id
    if (frame.cmd === 'aibot_msg_callback' && isOurs) await onMessage(message, frame)
    if (frame.cmd === 'aibot_event_callback' && isOurs) await onEvent(message, frame)
  }
  // Processed one after the other, to keep the order of the platform.
  let last: Promise<void> = Promise.resolve()
  link.onCall((frame) => {
    last = last.then(() => read(frame)).catch((cause: unknown) => failed.reject(cause))
  })
  /** Closes answers that take too long, before the platform does so silently. */
  const watch = setInterval(() => {
    for (const stream of open.keys())
      void showStream(place, link, stream).then(
        (isOver) => void (isOver && open.delete(stream)),
        () => {},
      )
  }, WATCH_MS).unref()
  links.set(place.memo, link)
  sink.live()
  try {
    await Promise.race([link.closed, failed.promise])
  } finally {
    clearInterval(watch)
    if (links.get(place.memo) === link) links.delete(place.memo)
    signal.removeEventListener('abort', leave)
    leave()
  }
  if (isTaken) await setTimeout(TAKEN_OVER_WAIT_MS, undefined, { signal, ref: false }).catch(() => {})
}

/** Sends the current state of an answer. Returns true once it is finished. */
export async function showStream(place: Place, link: Link, id: string): Promise<boolean> {
  const { req = '' } = await readStream(place, id)
  const now = await currentAnswer(place, id)
  await link.request('aibot_respond_msg', now, req)
  return now.stream.finish
}
