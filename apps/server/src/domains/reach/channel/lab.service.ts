import { randomUUID } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { egressErrors } from '#kit/egress/egress-errors.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import type { SuppliedMessage } from '#domains/chat/conversation/shared/supplied-messages.ts'
import type { Adapter, ChannelEvent, Outgoing, Place, RawRequest, Sink } from './adapter.ts'
import { answerOf } from './answer.ts'
import { channelErrors } from './channel.errors.ts'
import { labPlace, type Seen } from './lab/lab-place.ts'
import type { Delivery, Faults, Saying, ShownMessage, Simulator } from './lab/simulator.ts'
import { openSimulator } from './lab/simulators.ts'
import { faultOf } from './outbox.ts'
import { loadAdapter } from './registry.ts'
import { splitText } from './split-text.ts'

export interface LabTry {
  botId: string
  /** A frozen state of the bot, used instead of its current draft. */
  frozen?: TurnBot
  connectorId: string
  userId: string
  /** The messages so far; the last one is the current message of the person. */
  said: { isBot: boolean; text: string }[]
  faults: Partial<Faults>
  locale: Locale
}
export interface LabResult {
  shown: ShownMessage[]
  seen: Seen[]
  /** The error of the platform, in the language of the reader. */
  fault: string
}
const person = { id: '501', name: 'Lab' }
const CHAT = '501'
const DRAFT_SCENE = 0

/** Shows a draft as a platform would: runs the real adapter against a simulator in this process. Stores nothing. */
export function createChannelLab(deps: { conversations: Pick<ConversationService, 'chat'>; clock: Clock }) {
  const requestOf = ({ method, query, headers, body }: Delivery): RawRequest => ({
    method,
    query: new URLSearchParams(query ?? ''),
    headers: new Headers(headers),
    body: Buffer.from(body),
  })
  /** Delivers a call of the platform to the adapter. The response may make the platform call again. */
  async function call(adapter: Adapter, place: Place, simulator: Simulator, delivery: Delivery) {
    const received = await adapter.receive!(requestOf(delivery), place)
    const body = received === 'forged' ? '' : (received.answer?.body ?? '')
    return { events: received === 'forged' ? [] : received.events, body, next: simulator.answered?.(body) }
  }
  /** The first event that the adapter receives over a connection. */
  async function hear(adapter: Adapter, place: Place, tell: () => void): Promise<ChannelEvent | undefined> {
    const stop = new AbortController()
    const heard = Promise.withResolvers<ChannelEvent | undefined>()
    const sink: Sink = {
      take: async ([event]) => heard.resolve(event),
      cursor: async () => {},
      live: tell,
    }
    const connection = adapter.connect!(place, '', sink, stop.signal)
    connection.then(
      () => heard.resolve(undefined),
      () => heard.resolve(undefined),
    )
    const event = await heard.promise
    stop.abort()
    return event
  }
  /** Sends a message of the person and reads it with the adapter. `next` is the platform's poll for an answer. */
  async function read(adapter: Adapter, place: Place, simulator: Simulator, saying: Saying) {
    if (!adapter.receive)
      return { event: await hear(adapter, place, () => void simulator.say(saying)), next: undefined }
    if (simulator.challenge) await call(adapter, place, simulator, simulator.challenge())
    const { events, next } = await call(adapter, place, simulator, simulator.say(saying))
    return { event: events[0], next }
  }
  async function answer({ botId, frozen, userId, said, locale }: LabTry, text: string): Promise<string> {
    const live = await deps.conversations.chat({
      botId,
      ...(frozen && { frozen }),
      userId,
      connectorId: DEBUG_CONNECTOR,
      scene: DRAFT_SCENE,
      isDraft: true,
      isNew: true,
      isFleeting: true,
      query: text,
      contentType: 'text',
      earlier: said.slice(0, -1).map((item): SuppliedMessage => ({
        role: item.isBot ? 'assistant' : 'user',
        content: item.text,
        contentType: 'text',
      })),
      traceScene: 'debug',
      customVariables: {},
      locale,
      conversationId: undefined,
    })
    const rows: MessageRow[] = []
    live.listen((event) => {
      if (event.type === 'finish' || event.type === 'message') rows.push(event.message)
    })
    const reason = await live.finished
    const { cards, text: words } = answerOf(rows, reason, locale)
    return [...cards.map((card) => card.text), words].filter(Boolean).join('\n\n')
  }
  return {
    async try(input: LabTry): Promise<LabResult> {
      const adapter = await loadAdapter(input.connectorId)
      const simulator = await openSimulator(input.connectorId, deps.clock)
      if (!adapter || !simulator) throw channelErrors.noLab()
      const { place, seen } = labPlace(simulator, deps.clock)
      const mode = adapter.receive ? 'webhook' : 'long'
      const { profile } = await adapter.check(place, mode)
      const known: Place = { ...place, profile }
      await adapter.subscribe?.(known, mode)
      const saying = { chatId: CHAT, from: person, text: input.said.at(-1)!.text }
      const { event, next } = await read(adapter, known, simulator, saying)
      if (!event) throw errors.internal()
      const text = await answer(input, event.text)
      seen.length = 0
      Object.assign(simulator.faults, input.faults)
      const to = {
        chatId: event.chat.id,
        threadKey: event.chat.thread ?? '',
        kind: event.chat.kind,
        reply: event.reply ?? {},
      }
      try {
        const parts = splitText(text, adapter.can.maxText)
        for (const [at, part] of parts.entries()) {
          const isLast = at === parts.length - 1 && { isLast: true as const }
          const out: Outgoing = { text: part, choices: [], ...isLast, reply: to.reply }
          await adapter.send(known, to, out, randomUUID())
        }
        // Some platforms poll for the answer.
        for (let ask = next; ask;) {
          const { pathname, host } = new URL(known.hookUrl)
          if (simulator.faults.outage) throw egressErrors.unreachable({ host })
          const told = await call(adapter, known, simulator, ask)
          seen.push({ method: ask.method, path: pathname, body: told.body })
          ask = told.next
        }
        return { shown: simulator.shown, seen, fault: '' }
      } catch (cause) {
        const { words } = faultOf(cause)
        return { shown: simulator.shown, seen, fault: input.locale === 'zh-CN' ? words.zh : words.en }
      }
    },
  }
}
export type ChannelLab = ReturnType<typeof createChannelLab>
