import type { ToolCall } from '#kit/models/chat-types.ts'
import type { TurnUsage } from '#domains/chat/agent/shared/turn-types.ts'
import type { MessageRow } from '../conversation.table.ts'

/**
 * Events that clients of a running turn receive, message by message. Wire formats are built from them: that of the
 * editor's preview here, others elsewhere. `message` is the current row; a delta includes the new piece.
 */
export type ChatEvent =
  | { type: 'ack'; message: MessageRow }
  | { type: 'delta'; message: MessageRow; content: string; reasoning: string }
  /** The end of a message that was sent in deltas. */
  | { type: 'finish'; message: MessageRow }
  /** A message that is sent as a whole. */
  | { type: 'message'; message: MessageRow }
  | TurnDone
/** The turn has ended. `error`: what failed, as an earlier message already says. `call`: the call it waits for. */
export interface TurnDone {
  type: 'done'
  reason: FinishReason
  usage?: TurnUsage
  error?: { code: number; msg: string }
  call?: ToolCall
}
export type FinishReason = 'done' | 'failed' | 'stopped' | 'waiting'
export type ChatListener = (event: ChatEvent) => void
