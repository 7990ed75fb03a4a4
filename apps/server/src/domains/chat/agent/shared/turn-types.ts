import type { BotConfig, ChatCard } from '@orrery/contract'
import type { ChatMessage, ToolCall } from '#kit/models/chat-types.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import type { KnowledgeChunk, SkillContext, SkillTool } from './skill-ports.ts'

/** The bot of a turn: its draft or a published version. */
export interface TurnBot {
  id: string
  spaceId: string
  name: string
  version: string
  config: BotConfig
  /** The lane that the bot is served on; followed prompts are served from the lane of the same name. */
  lane?: string
  /** Actions that the bot may perform in the page that embeds its chat. */
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
  /** A URL that a person can open. */
  url: string
}
/** The tool of a shortcut button, which runs before the model is called. */
export interface FirstTool {
  commandId: string
  args: Record<string, string>
}
/** An interrupted turn, stored with the conversation and passed back with the next message. */
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
/** A spoken question: models that can listen to it and answer with sound, and the receiver of that sound. */
export interface SpokenQuestion {
  /** Best model first. If all fail, the model of the bot answers in text. */
  models: readonly ReadyModel[]
  /** Called when a model starts to answer. Its sound belongs to the message with the same words. */
  begin(): { sound(samples: Int16Array, rate: number): void; end(): void }
}
export interface TurnRequest {
  scope: SkillContext
  bot: TurnBot
  text: string
  /** Name of the speaker, if recognised by voice. */
  speaker?: string | undefined
  spoken?: SpokenQuestion | undefined
  /** Style instructions for the answer, in addition to the persona of the bot. */
  manner?: string | undefined
  files: UserFile[]
  /** Earlier messages, oldest first; tool calls are paired with their results. */
  history: ChatMessage[]
  customVariables: Record<string, string>
  /** Workflow mode: further inputs of the chatflow. */
  parameters?: Record<string, unknown>
  firstTool?: FirstTool
  /** Multi-agent mode: ids of mentioned agents, or of the bots they refer to. */
  mentioned?: string[]
  /** Multi-agent mode: the agent that was active at the end of the last turn. */
  agentId?: string
  pending?: Pending
  /** Nothing outside the turn is called: plugins, workflows and tasks answer with samples. */
  isSampled?: boolean
  /** The user exists for this question only and is deleted afterwards with everything learnt about them. */
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
  /** `isShown`: the owner wants users to see the sources of an answer. */
  | { type: 'knowledge'; chunks: KnowledgeChunk[]; query: string; isShown: boolean; processing: number }
  | { type: 'memory'; pieces: string[] }
  | { type: 'call'; call: ToolCall; note: ToolNote }
  | { type: 'result'; call: ToolCall; note: ToolNote; content: string; isError: boolean; ms: number; tokens: number }
  /** The answer of a tool as a message with a card. */
  | { type: 'card'; card: ChatCard }
  | { type: 'text'; delta: string }
  | { type: 'reasoning'; delta: string }
  /** An answer is complete. The last answer of a turn includes the usage of the turn. */
  | { type: 'answerEnd'; isLast: boolean; wantsSuggestions: boolean }
  | { type: 'jump'; from: string; to: string; toId: string; isBack: boolean }
  | { type: 'hook'; hook: string; uri: string; isOk: boolean; message: string }
  | { type: 'interrupt'; question: string; call: ToolCall; kind: Pending['kind']; card?: unknown }
  | { type: 'suggestion'; text: string }
  /** Suggestions were requested but could not be generated. */
  | { type: 'suggestionFailed' }
export type Emit = (event: TurnEvent) => void

export interface TurnUsage {
  inputTokens: number
  outputTokens: number
}
export interface TurnOutcome {
  usage: TurnUsage
  /** The agent that is active for the next message. */
  agentId?: string
  pending?: Pending
}
