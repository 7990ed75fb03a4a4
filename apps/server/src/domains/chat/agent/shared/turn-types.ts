import type { BotConfig, ChatCard } from '@orrery/contract'
import type { ChatMessage, ToolCall } from '#kit/models/chat-types.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import type { KnowledgeChunk, SkillContext, SkillTool } from './skill-ports.ts'

/** The bot as it runs: the draft, or a published version. */
export interface TurnBot {
  id: string
  spaceId: string
  name: string
  version: string
  config: BotConfig
  /** The lane that it is served on: the prompts that it follows are asked for theirs of the same name. */
  lane?: string
  /** What it may do in the page that its chat is part of. */
  pageTools?: PageTool[]
}
interface PageTool {
  name: string
  description: string
  parameters: Record<string, unknown>
}
export interface UserFile {
  key: string
  name: string
  contentType: string
  /** An address that a person can open. */
  url: string
}
/** A tool that runs before the model is asked, because the user pressed its button. */
export interface FirstTool {
  commandId: string
  args: Record<string, string>
}
/** Interrupt of a turn, kept with the conversation and returned with the next message. */
export interface Pending {
  kind: 'tool' | 'approval' | 'chatflow'
  agentId: string
  call: ToolCall
  /** Calls of the same step that were not made yet. */
  rest: ToolCall[]
  /** Messages of this turn for the model, without the system prompt. */
  messages: ChatMessage[]
  state: unknown
}
/** A question that was spoken: models that heard it and answer with sound, and who listens to them. */
export interface SpokenQuestion {
  /** The best first. When none of them can, the model of the bot answers in writing. */
  models: readonly ReadyModel[]
  /** One of them begins to answer. Its sound belongs to the message that its words become. */
  begin(): { sound(samples: Int16Array, rate: number): void; end(): void }
}
export interface TurnRequest {
  scope: SkillContext
  bot: TurnBot
  text: string
  /** Who said it, when they were recognised by their voice. */
  speaker?: string | undefined
  spoken?: SpokenQuestion | undefined
  /** How the answer is to be written, beyond what the bot was told. */
  manner?: string | undefined
  files: UserFile[]
  /** Earlier messages, oldest first, tool calls in pairs with their results. */
  history: ChatMessage[]
  customVariables: Record<string, string>
  /** Of workflow mode: further inputs of the chatflow. */
  parameters?: Record<string, unknown>
  firstTool?: FirstTool
  /** Of multi mode: ids of agents, or of bots that they stand for, that the message speaks to. */
  mentioned?: string[]
  /** Of multi mode: who had the floor at the end of the last turn. */
  agentId?: string
  pending?: Pending
  /** Nothing outside is touched: plugins, workflows and tasks answer with samples. */
  isSampled?: boolean
  /** The user exists for this question alone, and is forgotten with what was learnt of them. */
  isTrial?: boolean
  span: Span
}

export interface ToolNote {
  title: string
  kind: SkillTool['kind'] | 'unknown'
  pluginId: string
  pluginName: string
}
/** Events of a turn, in order. Listeners turn them into messages. */
export type TurnEvent =
  /** `isShown`: the owner wants the user to see where an answer comes from. */
  | { type: 'knowledge'; chunks: KnowledgeChunk[]; query: string; isShown: boolean; processing: number }
  | { type: 'memory'; pieces: string[] }
  | { type: 'call'; call: ToolCall; note: ToolNote }
  | { type: 'result'; call: ToolCall; note: ToolNote; content: string; isError: boolean; ms: number; tokens: number }
  /** An answer of a tool as a message that is drawn. */
  | { type: 'card'; card: ChatCard }
  | { type: 'text'; delta: string }
  | { type: 'reasoning'; delta: string }
  /** An answer is complete. The last one of a turn carries what the turn used. */
  | { type: 'answerEnd'; isLast: boolean; wantsSuggestions: boolean }
  | { type: 'jump'; from: string; to: string; toId: string; isBack: boolean }
  | { type: 'hook'; hook: string; uri: string; isOk: boolean; message: string }
  | { type: 'interrupt'; question: string; call: ToolCall; kind: Pending['kind']; card?: unknown }
  | { type: 'suggestion'; text: string }
  /** Suggestions were wanted, and there are none. */
  | { type: 'suggestionFailed' }
export type Emit = (event: TurnEvent) => void

export interface TurnUsage {
  inputTokens: number
  outputTokens: number
}
export interface TurnOutcome {
  usage: TurnUsage
  /** Active agent for the next message. */
  agentId?: string
  pending?: Pending
}
