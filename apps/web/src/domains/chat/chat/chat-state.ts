import type { ChatMessage, ChatStreamMessage } from '@orrery/contract'
import { withFigures } from './final-figures.ts'
import { applyEvent } from './apply-event.ts'

/** Why a question has no complete reply. */
export type Fault = { kind: 'notSent' | 'timeout' | 'lost'; error: unknown }

export interface Run {
  questionId: string
  startedAt: number
  /** Part of the reply has arrived. */
  hasChunk: boolean
  isStopping: boolean
  /** The answer is complete, and suggestions will follow. */
  awaitsSuggestions: boolean
}

export interface ChatState {
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
  /** Oldest first. */
  messages: readonly ChatMessage[]
  conversationId: string
  sectionId: string
  cursor: string
  hasOlder: boolean
  older: 'idle' | 'loading' | 'failed'
  run: Run | null
  faults: ReadonlyMap<string, Fault>
}

export const emptyChat: ChatState = {
  phase: 'loading',
  error: null,
  messages: [],
  conversationId: '',
  sectionId: '',
  cursor: '0',
  hasOlder: false,
  older: 'idle',
  run: null,
  faults: new Map(),
}

export function withFault(state: ChatState, questionId: string, fault: Fault | null): ChatState {
  const faults = new Map(state.faults)
  if (fault) faults.set(questionId, fault)
  else faults.delete(questionId)
  return { ...state, faults }
}

/** The state after a stream event. The run keeps its identity unless the event changes it. */
export function withEvent(state: ChatState, event: ChatStreamMessage, localId: string): ChatState {
  const { message } = event
  const messages = applyEvent(state.messages, event, localId)
  const isMarker = message.type === 'verbose' && message.content.includes('generate_answer_finish')
  return {
    ...state,
    messages: isMarker ? withFigures(messages, message) : messages,
    run: state.run && runAfter(state.run, event),
  }
}

function runAfter(run: Run, { message, is_finish: isFinish }: ChatStreamMessage): Run {
  if (message.type === 'ack') return { ...run, questionId: message.message_id }
  if (message.type === 'answer' && isFinish)
    return { ...run, hasChunk: true, awaitsSuggestions: message.extra_info.has_suggest === '1' }
  return run.hasChunk ? run : { ...run, hasChunk: true }
}

/** Replaces the newest messages with those of the server and keeps older ones that are already loaded. */
export function joinPage(shown: readonly ChatMessage[], newest: readonly ChatMessage[]): ChatMessage[] {
  const ids = new Set(newest.map((message) => message.message_id))
  const start = shown.findIndex((message) => ids.has(message.message_id))
  return [...(start < 0 ? shown : shown.slice(0, start)), ...newest]
}
