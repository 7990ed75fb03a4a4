import type { BotCard, BotConfig, ChatCard } from '@orrery/contract'
import type { CallerScope } from '#kit/caller-scope.ts'
import type { JsonSchema } from '#kit/models/chat-types.ts'

/**
 * The interfaces through which a turn uses the skills of a bot. The domains that own plugins, workflows, knowledge,
 * databases, memory and files implement them and register when the app is wired. Without a port its skill is
 * unavailable: the turn continues without it, and the trace records that.
 */

/** The user, bot and turn of a call. Ports may only access the bot's space and this user's own data. */
export interface SkillContext extends CallerScope {
  botId: string
  conversationId: string
  turnId: string
  /** Resolves when the start of the turn is stored; a new conversation exists from then on. */
  begun?: Promise<void>
}

type ToolKind = 'plugin' | 'workflow' | 'database' | 'knowledge' | 'variable' | 'memory' | 'file' | 'task'
/**
 * `none`: reads only. `allowed`: changes something, and the owner of the bot permits that without asking. `ask`:
 * changes something, so the user is asked before every call.
 */
type SideEffects = 'none' | 'allowed' | 'ask'

/** Cards that replace the messages of workflow nodes, by node id. */
export interface NodeCards {
  has(nodeId: string): boolean
  /** Shows the values of a node; false if none of them fits its card, so that its text is shown instead. */
  show(nodeId: string, values: unknown): boolean
}
export interface ToolCallContext {
  callId: string
  signal: AbortSignal
  /** Shows text to the user while the tool is still running, as a separate message. */
  say(delta: string): void
  /** Completes that message; the next text starts another. */
  sayEnd(): void
  /** Cards that the bot shows for the nodes of this workflow. */
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
    /** The content is the answer, shown unchanged without another model call. `isSaid`: it was shown already. */
    | { kind: 'answer'; content: string; isSaid?: boolean }
    /** The tool needs input from the user. `state` is passed back with the next message. */
    | { kind: 'interrupt'; question: string; state: unknown; card?: unknown }
  )

export interface SkillTool {
  /** Unique within the bot: letters, digits, _ and -, at most 64. */
  name: string
  /** Display name. */
  title: string
  description: string
  parameters: JsonSchema
  kind: ToolKind
  sideEffects: SideEffects
  /** Ids that clients show beside a call. */
  pluginId?: string
  pluginName?: string
  /** The purpose of the plugin or other whole that the tool belongs to. */
  about?: string
  timeoutMs?: number
  /** The target that cards for its answers are bound to. */
  shownAs?: Pick<BotCard, 'biz_type' | 'business_id' | 'unique_id'>
  call(args: Record<string, unknown>, context: ToolCallContext): Promise<ToolResult>
  /** A sample answer without calling anything: from a mock set, or generated from the output schema. */
  sample?(args: Record<string, unknown>): Promise<string>
  /** Continues after an interrupt with the user's reply. */
  resume?(state: unknown, said: string, context: ToolCallContext): Promise<ToolResult>
}

export interface ToolPort<Ref> {
  /** The tools of the references. References to missing tools or tools outside the space are skipped. */
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
  /** Number of documents that are still being processed and cannot be found yet. */
  countProcessing(settings: BotConfig['knowledge'], context: SkillContext): Promise<number>
}
export interface VariablePort {
  /** The stored values of this user for this bot. */
  read(context: SkillContext): Promise<Record<string, string>>
  write(values: Record<string, string>, context: SkillContext): Promise<void>
}
export interface MemoryPort {
  recall(query: string, context: SkillContext): Promise<string[]>
  /** Called after a turn with its messages. In a trial the user exists for one question and is deleted after it. */
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
  /** State of an interrupted run in the conversation. */
  state?: unknown
}
export interface WorkflowPort extends ToolPort<BotConfig['workflow_info_list'][number]> {
  /** Runs a whole turn of a bot in workflow mode. */
  chat(run: ChatflowRun, context: SkillContext): Promise<ToolResult>
}

export interface CardPort {
  /**
   * Opens a card; undefined if it does not exist. The returned function fills in an answer and returns undefined if
   * nothing fits. The card is loaded before answers arrive, so that answers are shown in order of arrival.
   */
  open(binding: BotCard, context: SkillContext): Promise<((answer: unknown) => ChatCard | undefined) | undefined>
}

/** Gives access to the prompts that bots follow. */
export interface PromptPort {
  /** The version that is served to this user now; undefined if none is. */
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
  /** Cards that show the answers of tools. */
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
