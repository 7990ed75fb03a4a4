import type { BotConfig } from '@orrery/contract'
import type { CallerScope } from '#kit/caller-scope.ts'
import type { FirstTool, SpokenQuestion, TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import type { TraceScene } from '#domains/chat/trace/shared/trace-types.ts'
import type { SuppliedMessage } from './supplied-messages.ts'

/** The user, bot and channel of a conversation. */
export type Talker = Pick<CallerScope, 'userId' | 'connectorId'> & { botId: string }
/** Participants and place of a conversation. */
export interface Place extends Talker, Pick<CallerScope, 'isDraft'> {
  scene: number
  /** End user of the account. Absent in the studio, where the channel does not matter. */
  endUser?: string
  /** The account may continue the conversation for another of its end users; otherwise only its own end user may. */
  sharesConversations?: boolean
}
/** Settings that replace those of the bot. */
export interface Variant {
  prompt?: string | undefined
  model_info?: BotConfig['model_info'] | undefined
}
export interface ChatInput extends Place, Pick<CallerScope, 'conversationId' | 'locale'> {
  query: string
  /** A frozen state of the bot, used instead of the current one. */
  frozen?: TurnBot
  /** Stored with the trace: which version answered, and why. */
  notes?: Record<string, string>
  /** Another setup of the bot for this answer. */
  variant?: Variant | undefined
  contentType: string
  traceScene: TraceScene
  customVariables: Record<string, string>
  /** Workflow mode: further inputs of the chatflow. */
  parameters?: Record<string, unknown>
  localMessageId?: string
  /** The question to answer again, or any message of its reply. */
  regenerate?: string
  firstTool?: FirstTool
  mentions?: Mention[]
  /** Bot messages that the page shows although they are not stored. */
  shown?: string[]
  /** Without a conversation id: start a new conversation instead of using the main one. */
  isNew?: boolean
  /** Earlier messages supplied by the caller, stored before the question. */
  earlier?: SuppliedMessage[]
  spoken?: SpokenQuestion | undefined
  /** Style instructions for the answer, in addition to the persona of the bot. */
  manner?: string | undefined
  /** Stored with the question. */
  extra?: Record<string, string>
  /** The turn is not stored. */
  isFleeting?: boolean
  /** The text may be empty, because a shortcut or inputs of a chatflow replace it. */
  maySayNothing?: boolean
  /** The chat that stopped to ask its caller and continues with this message. */
  chatId?: string
}
/** A mentioned agent. */
interface Mention {
  id: string
  type: number
  name: string
}
