import type { ToolCall } from '#kit/models/chat-types.ts'
import type { TurnUsage } from '#domains/chat/agent/shared/turn-types.ts'
import type { MessageRow } from '../conversation.table.ts'

/**
 * What a client of a running turn learns, message by message. Wire formats are made of these: the one of the editor's preview
 * here, others elsewhere. `message` is the row as it stands; deltas carry the piece that came.
 */
export type ChatEvent =
  | { type: 'ack'; message: MessageRow }
  | { type: 'delta'; message: MessageRow; content: string; reasoning: string }
  /** The end of a message that came in deltas. */
  | { type: 'finish'; message: MessageRow }
  /** A message that came as a whole. */
  | { type: 'message'; message: MessageRow }
  | TurnDone
/** The turn is over. `error`: what went wrong, already said in a message. `call`: what it waits for. */
export interface TurnDone {
  type: 'done'
  reason: FinishReason
  usage?: TurnUsage
  error?: { code: number; msg: string }
  call?: ToolCall
}
export type FinishReason = 'done' | 'failed' | 'stopped' | 'waiting'
export type ChatListener = (event: ChatEvent) => void
