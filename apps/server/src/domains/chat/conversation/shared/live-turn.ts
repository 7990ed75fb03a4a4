import type { ChatEvent, ChatListener, FinishReason, TurnDone } from './chat-events.ts'
import type { MessageRow } from '../conversation.table.ts'

/** Why a turn was stopped from outside. */
export type StopReason = 'user' | 'new_run' | 'cleared' | 'server'

/** A running turn: its messages so far, its listeners, and how to stop it. It continues without listeners. */
export interface LiveTurn {
  id: string
  conversationId: string
  sectionId: string
  questionId: string
  signal: AbortSignal
  /** Replays the turn so far in as few events as possible and then streams its events. */
  listen(listener: ChatListener): () => void
  emit(event: ChatEvent): void
  /** Stops the turn. `brokenPos`: how much of the answer the client had shown. */
  stop(reason: StopReason, brokenPos?: number): void
  readonly brokenPos: number | undefined
  /** Resolves when the turn and its question are stored. */
  stored: Promise<void>
  /** Resolves when everything is stored and all listeners have been notified. */
  finished: Promise<FinishReason>
  /** The outcome of a finished turn. */
  readonly outcome: TurnDone | undefined
}

export class TurnStop extends Error {
  override name = 'TurnStop'
  readonly reason: StopReason
  constructor(reason: StopReason) {
    super(reason)
    this.reason = reason
  }
}

interface Seen {
  message: MessageRow
  kind: 'ack' | 'whole' | 'open' | 'closed'
}

export function createLiveTurn(
  id: string,
  { conversationId, sectionId, questionId }: Pick<LiveTurn, 'conversationId' | 'sectionId' | 'questionId'>,
): LiveTurn {
  const controller = new AbortController()
  const listeners = new Set<ChatListener>()
  const seen = new Map<string, Seen>()
  const { promise, resolve } = Promise.withResolvers<FinishReason>()
  const beginning = Promise.withResolvers<void>()
  let brokenPos: number | undefined
  let done: TurnDone | undefined

  function note(event: ChatEvent) {
    if (event.type === 'done') return void (done = event)
    const kinds = { ack: 'ack', delta: 'open', finish: 'closed', message: 'whole' } as const
    const known = seen.get(event.message.id)
    if (!known) seen.set(event.message.id, { message: event.message, kind: kinds[event.type] })
    else if (event.type === 'finish') known.kind = 'closed'
  }
  function replay({ message, kind }: Seen, listener: ChatListener) {
    if (kind === 'ack') return listener({ type: 'ack', message })
    if (kind === 'whole') return listener({ type: 'message', message })
    if (message.content || message.reasoning)
      listener({ type: 'delta', message, content: message.content, reasoning: message.reasoning })
    if (kind === 'closed') listener({ type: 'finish', message })
  }
  return {
    id,
    conversationId,
    sectionId,
    questionId,
    signal: controller.signal,
    finished: promise,
    stored: beginning.promise,
    get brokenPos() {
      return brokenPos
    },
    get outcome() {
      return done
    },
    listen(listener) {
      for (const found of seen.values()) replay(found, listener)
      if (done) listener(done)
      else listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(event) {
      if (event.type !== 'delta' || !seen.has(event.message.id)) note(event)
      if (event.type === 'ack' || event.type === 'done') beginning.resolve()
      for (const listener of listeners) listener(event)
      if (event.type !== 'done') return
      listeners.clear()
      resolve(event.reason)
    },
    stop(reason, position) {
      brokenPos ??= position
      controller.abort(new TurnStop(reason))
    },
  }
}
