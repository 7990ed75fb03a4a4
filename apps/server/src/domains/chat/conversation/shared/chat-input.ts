import type { BotConfig } from '@orrery/contract'
import type { CallerScope } from '#kit/caller-scope.ts'
import type { FirstTool, SpokenQuestion, TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import type { TraceScene } from '#domains/chat/trace/shared/trace-types.ts'
import type { Said } from './said-rows.ts'

/** Who talks with which bot over a channel. */
export type Talker = Pick<CallerScope, 'userId' | 'connectorId'> & { botId: string }
/** Participants and place of a conversation. */
export interface Place extends Talker, Pick<CallerScope, 'isDraft'> {
  scene: number
  /** A user of the account's own. Absent in the studio, where the channel does not matter. */
  endUser?: string
  /** The account may go on with a conversation for another of its users. Otherwise it is there for its own user alone. */
  sharesConversations?: boolean
}
/** What differs from the bot as it is. */
export interface Variant {
  prompt?: string | undefined
  model_info?: BotConfig['model_info'] | undefined
}
export interface ChatInput extends Place, Pick<CallerScope, 'conversationId' | 'locale'> {
  query: string
  /** The bot as it was once, instead of the one that is found under its id. */
  frozen?: TurnBot
  /** Kept with the trace: which version answered, and why. */
  notes?: Record<string, string>
  /** Another setup of the bot to answer with. */
  variant?: Variant | undefined
  contentType: string
  traceScene: TraceScene
  customVariables: Record<string, string>
  /** Of workflow mode: further inputs of the chatflow. */
  parameters?: Record<string, unknown>
  localMessageId?: string
  /** The question, or any message of the reply, that is to be made again. */
  regenerate?: string
  firstTool?: FirstTool
  mentions?: Mention[]
  /** Shown as a bot message although it is not stored. */
  shown?: string[]
  /** Without a conversation: begin one of its own, instead of going on with the main one. */
  isNew?: boolean
  /** Earlier messages supplied by the caller, stored before the question. */
  earlier?: Said[]
  spoken?: SpokenQuestion | undefined
  /** How the answer is to be written, beyond what the bot was told. */
  manner?: string | undefined
  /** Kept with the question. */
  extra?: Record<string, string>
  /** Nothing of it is stored. */
  isFleeting?: boolean
  /** A shortcut, or inputs of a chatflow, may stand for the words. */
  maySayNothing?: boolean
  /** The chat that had stopped to ask, and goes on with what is said now. */
  chatId?: string
}
/** A mentioned agent. */
interface Mention {
  id: string
  type: number
  name: string
}
