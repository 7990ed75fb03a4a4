import { randomUUID } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import type { Said } from '#domains/chat/conversation/shared/said-rows.ts'
import type { Adapter, ChannelEvent, Outgoing, Place } from './adapter.ts'
import { answerOf } from './answer.ts'
import { channelErrors } from './channel.errors.ts'
import { labPlace, type Seen } from './lab/lab-place.ts'
import type { Delivery, Faults, ShownMessage } from './lab/simulator.ts'
import { openSimulator } from './lab/simulators.ts'
import { faultOf } from './outbox.ts'
import { loadAdapter } from './registry.ts'
import { splitText } from './split-text.ts'

export interface LabTry {
  botId: string
  /** Instead of its draft as it is now. */
  frozen?: TurnBot
  connectorId: string
  userId: string
  /** What was said before, and last what the person says now. */
  said: { isBot: boolean; text: string }[]
  faults: Partial<Faults>
  locale: Locale
}
export interface LabResult {
  shown: ShownMessage[]
  seen: Seen[]
  /** What the platform refused, in words. */
  fault: string
}
const person = { id: '501', name: 'Lab' }
const CHAT = '501'
const DRAFT_SCENE = 0

/** Tries a draft as a platform would show it: the real adapter against the platform's side in this process. Nothing is kept. */
export function createChannelLab(deps: { conversations: Pick<ConversationService, 'chat'>; clock: Clock }) {
  async function read(adapter: Adapter, place: Place, delivery: Delivery): Promise<ChannelEvent> {
    const received = await adapter.receive!(
      {
        method: delivery.method,
        query: new URLSearchParams(delivery.query ?? ''),
        headers: new Headers(delivery.headers),
        body: Buffer.from(delivery.body),
      },
      place,
    )
    const event = received === 'forged' ? undefined : received.events[0]
    if (!event) throw errors.internal()
    return event
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
      earlier: said.slice(0, -1).map((item): Said => ({
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
      if (!adapter?.receive || !simulator) throw channelErrors.noLab()
      const { place, seen } = labPlace(simulator, deps.clock)
      const { profile } = await adapter.check(place, 'webhook')
      const known: Place = { ...place, profile }
      await adapter.subscribe?.(known, 'webhook')
      const event = await read(
        adapter,
        known,
        simulator.say({ chatId: CHAT, from: person, text: input.said.at(-1)!.text }),
      )
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
        for (const part of splitText(text, adapter.can.maxText)) {
          const out: Outgoing = { text: part, choices: [], reply: to.reply }
          await adapter.send(known, to, out, randomUUID())
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
