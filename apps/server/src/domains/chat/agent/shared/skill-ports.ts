import type { BotCard, BotConfig, ChatCard } from '@orrery/contract'
import type { CallerScope } from '#kit/caller-scope.ts'
import type { JsonSchema } from '#kit/models/chat-types.ts'

/**
 * What the skills of a bot are to a turn. The parts that own plugins, workflows, knowledge, databases, memory and files implement
 * these and connect themselves when the app is wired. A port that is absent makes its skill unavailable: the turn goes on without
 * it, and its trace says so.
 */

/** Who is talking with which bot, in which turn. Ports reach the space of the bot and this user's own data only. */
export interface SkillContext extends CallerScope {
  botId: string
  conversationId: string
  turnId: string
  /** Settles when the beginning of the turn is written down: a new conversation is there from then on. */
  begun?: Promise<void>
}

type ToolKind = 'plugin' | 'workflow' | 'database' | 'knowledge' | 'variable' | 'memory' | 'file' | 'task'
/**
 * `none`: looks, changes nothing. `allowed`: changes something, and the owner of the bot has said that it may without asking.
 * `ask`: changes something, so the user is asked before every call.
 */
type SideEffects = 'none' | 'allowed' | 'ask'

/** Cards in the place of what nodes of a workflow say, by the ids of the nodes. */
export interface NodeCards {
  has(nodeId: string): boolean
  /** Shows the values of a node; false when nothing of them fits its card, so that its words are wanted. */
  show(nodeId: string, values: unknown): boolean
}
export interface ToolCallContext {
  callId: string
  signal: AbortSignal
  /** Text for the user while the tool is still at work, shown as a message of its own. */
  say(delta: string): void
  /** That message is complete; what is said next begins another. */
  sayEnd(): void
  /** Of a workflow that the bot shows as cards. */
  cards?: NodeCards | undefined
}
/** Model usage of a tool, and details for the trace. */
interface ToolWork {
  usage?: { inputTokens: number; outputTokens: number; cost?: number }
  attributes?: Record<string, unknown>
}
export type ToolResult = ToolWork &
  (
    | { kind: 'text'; content: string; isError?: boolean }
    /** The content is the answer: it goes to the user as it is, and the model is not asked again. `isSaid`: it was said already. */
    | { kind: 'answer'; content: string; isSaid?: boolean }
    /** The tool needs something of the user first. `state` comes back with their next message. */
    | { kind: 'interrupt'; question: string; state: unknown; card?: unknown }
  )

export interface SkillTool {
  /** Unique within the bot: letters, digits, _ and -, at most 64. */
  name: string
  /** As shown to people. */
  title: string
  description: string
  parameters: JsonSchema
  kind: ToolKind
  sideEffects: SideEffects
  /** The ids that clients want to see beside a call. */
  pluginId?: string
  pluginName?: string
  /** What the whole that it belongs to is for. */
  about?: string
  timeoutMs?: number
  /** What a card for its answers is bound to. */
  shownAs?: Pick<BotCard, 'biz_type' | 'business_id' | 'unique_id'>
  call(args: Record<string, unknown>, context: ToolCallContext): Promise<ToolResult>
  /** An answer as it could be, without calling anything: from a mock set, or by the form of its answers. */
  sample?(args: Record<string, unknown>): Promise<string>
  /** Goes on after an interrupt with what the user said. */
  resume?(state: unknown, said: string, context: ToolCallContext): Promise<ToolResult>
}

export interface ToolPort<Ref> {
  /** The tools that the references lead to. A reference that leads nowhere, or outside the space, is left out. */
  tools(references: Ref[], context: SkillContext): Promise<SkillTool[]>
}
export interface KnowledgeChunk {
  text: string
  score: number
  sliceId: string
  documentId: string
  documentName: string
  datasetId: string
  datasetName: string
}
export interface KnowledgePort {
  retrieve(
    query: string,
    settings: BotConfig['knowledge'],
    context: SkillContext,
    /** Earlier messages, oldest first. */
    history: { role: 'user' | 'assistant'; content: string }[],
  ): Promise<KnowledgeChunk[]>
  /** How many documents are still being processed, and are not found yet. */
  countProcessing(settings: BotConfig['knowledge'], context: SkillContext): Promise<number>
}
export interface VariablePort {
  /** The values of this user for this bot. */
  read(context: SkillContext): Promise<Record<string, string>>
  write(values: Record<string, string>, context: SkillContext): Promise<void>
}
export interface MemoryPort {
  recall(query: string, context: SkillContext): Promise<string[]>
  /** Called after a turn with what was said in it. In a trial the user exists for one question, and is forgotten after it. */
  remember(said: { user: string; answer: string; isTrial?: boolean }, context: SkillContext): Promise<void>
}
export interface ChatflowRun {
  workflowId: string
  input: string
  history: { role: 'user' | 'assistant'; content: string }[]
  variables: Record<string, string>
  /** Additional inputs for the chatflow. */
  parameters: Record<string, unknown>
  say(delta: string): void
  sayEnd(): void
  cards?: NodeCards | undefined
  /** Interrupt of an earlier run in the conversation. */
  state?: unknown
}
export interface WorkflowPort extends ToolPort<BotConfig['workflow_info_list'][number]> {
  /** A whole turn of a bot in workflow mode. */
  chat(run: ChatflowRun, context: SkillContext): Promise<ToolResult>
}

export interface CardPort {
  /**
   * Puts answers into a card; undefined when the card is gone. What it gives is undefined when nothing of the answer fits. It is read
   * before the answers come, so that they are shown in the order in which they come.
   */
  open(binding: BotCard, context: SkillContext): Promise<((answer: unknown) => ChatCard | undefined) | undefined>
}

/** Prompts that bots follow. */
export interface PromptPort {
  /** The text that is served to this user now; undefined when nothing is. */
  persona(
    ref: { key: string; label: string; lane?: string | undefined },
    variables: Record<string, string>,
    context: SkillContext,
  ): Promise<{ text: string; version: string } | undefined>
}
export interface SkillPorts {
  plugins?: ToolPort<BotConfig['plugin_info_list'][number]>
  workflows?: WorkflowPort
  databases?: ToolPort<BotConfig['database_list'][number]>
  knowledge?: KnowledgePort
  variables?: VariablePort
  memory?: MemoryPort
  fileBox?: ToolPort<never>
  /** Tasks that the user has with the bot. */
  tasks?: ToolPort<never>
  /** Cards that show what tools answer. */
  cards?: CardPort
  prompts?: PromptPort
}
export const skillNames: { [K in keyof SkillPorts]-?: true } = {
  plugins: true,
  workflows: true,
  databases: true,
  knowledge: true,
  variables: true,
  memory: true,
  fileBox: true,
  tasks: true,
  cards: true,
  prompts: true,
}
