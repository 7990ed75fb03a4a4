import type { GlobalScope } from '#canvas/plan.ts'
import type { Values } from '#values/own.ts'

/**
 * The interfaces through which the engine uses the outside world. Every port is optional: a node that needs a missing
 * one fails with a message that names both. Methods may return a value or a promise; they fail by throwing, and a
 * numeric `code` of the error is used.
 */
export type Awaitable<T> = T | Promise<T>

/** The step that makes a call, for tracing, cancellation and idempotency. */
export interface Call {
  runId: string
  workflowId: string
  nodeId: string
  nodeTitle: string
  /** Node ids from the root with iterations, such as `loop#2/http`. */
  path: string
  attempt: number
  /** Unchanged by a restart: run, path, attempt and, if the node makes several calls, the step inside the node. */
  key: string
  signal: AbortSignal
  mode: RunMode
  context: Values
  /** Reports tokens used during the call; they count for the node that made it. */
  use?(usage: TokenUsage): void
}

/** debug: drafts and draft data; release: published versions and their data. */
export type RunMode = 'debug' | 'release'

export interface TokenUsage {
  input: number
  output: number
}

export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio' | 'video' | 'file'; url: string; name?: string }
export interface ToolCall {
  id: string
  name: string
  /** JSON text, as the model wrote it. */
  arguments: string
}
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | ContentPart[]
  toolCalls?: ToolCall[]
  toolCallId?: string
}
export interface ToolSpec {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: Values
}
export interface ModelParams {
  temperature?: number
  topP?: number
  maxTokens?: number
  /** creative, balance, precise, custom */
  diversity?: string
  extra?: Values
}
export interface ModelRequest {
  modelId: string
  modelName: string
  messages: ModelMessage[]
  tools: ToolSpec[]
  responseFormat: 'text' | 'markdown' | 'json'
  /** For json: the expected shape, which the prompt describes as well. */
  jsonSchema: Values | undefined
  params: ModelParams
  /** The purpose of the call: the question of the node itself, or a helper step. */
  purpose: 'answer' | 'pick-knowledge' | 'classify-option' | 'extract-answer' | 'intent'
}
export interface ModelReply {
  text: string
  reasoning?: string
  toolCalls?: ToolCall[]
  usage?: TokenUsage
}
export interface ModelPort {
  /** With `onDelta` the port streams pieces; the reply still contains the whole text. */
  chat(
    request: ModelRequest,
    call: Call,
    onDelta?: (piece: { text?: string; reasoning?: string }) => void,
  ): Awaitable<ModelReply>
}

type CodeLanguage = 'python' | 'javascript'
export interface CodePort {
  /** Resolves when code of the language can run. The first start on a busy machine can take minutes. */
  ready?(language: CodeLanguage, call: Call): Promise<void>
  run(
    request: { language: CodeLanguage; code: string; params: Values; timeoutMs: number },
    call: Call,
  ): Awaitable<{ output: unknown; logs?: string }>
}

export type HttpBody =
  | { kind: 'none' }
  | { kind: 'text'; text: string; contentType: string }
  | { kind: 'form'; parts: { name: string; value: string; file?: { url: string; name: string } }[] }
  | { kind: 'file'; url: string; name: string }
export interface HttpRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: HttpBody
  timeoutMs: number
  /** Sent as `Idempotency-Key`. */
  idempotencyKey: string
  maxFileBytes: number
}
export interface HttpPort {
  send(
    request: HttpRequest,
    call: Call,
  ): Awaitable<{ status: number; headers: [name: string, value: string][]; body: string }>
}

export interface RetrieveRequest {
  knowledgeIds: string[]
  query: string
  topK?: number
  minScore?: number
  strategy: 'semantic' | 'hybrid' | 'fulltext'
  useRerank: boolean
  /** Name of the chosen rerank model; without it, the first of the space is used. */
  rerankModel?: string
  useRewrite: boolean
  useNl2sql: boolean
  history: ModelMessage[]
}
/** Gives access to the prompts of the space that nodes follow. */
export interface PromptPort {
  /** The text and version that are served now; undefined if none is. */
  served(ref: { key: string; label: string }, call: Call): Awaitable<{ text: string; version: string } | undefined>
}
export interface KnowledgePort {
  retrieve(
    request: RetrieveRequest,
    call: Call,
  ): Awaitable<{ documentId: string; output: string; [key: string]: unknown }[]>
  describe?(ids: string[], call: Call): Awaitable<{ id: string; name: string; description: string }[]>
  write?(
    request: { knowledgeId: string; fileUrl: string; fileName: string; strategy: Values },
    call: Call,
  ): Awaitable<{ documentId: string; fileName: string; fileUrl: string }>
  remove?(request: { knowledgeId: string; documentId: string }, call: Call): Awaitable<boolean>
}

export type DatabaseOperation =
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'GREATER_THAN'
  | 'LESS_THAN'
  | 'GREATER_EQUAL'
  | 'LESS_EQUAL'
  | 'IN'
  | 'NOT_IN'
  | 'IS_NULL'
  | 'IS_NOT_NULL'
  | 'LIKE'
  | 'NOT_LIKE'
export interface DatabaseCondition {
  field: string
  operation: DatabaseOperation
  value: unknown
}
export interface DatabaseFilter {
  logic: 'AND' | 'OR'
  conditions: DatabaseCondition[]
}
export interface DatabaseRows {
  rows: Values[]
  rowNum: number
}
/** Fields are given by id or name, as the canvas has them; rows are returned by name. */
export interface DatabasePort {
  sql(request: { databaseId: string; sql: string; params: unknown[] }, call: Call): Awaitable<DatabaseRows>
  select(
    request: {
      databaseId: string
      filter: DatabaseFilter | undefined
      fields: { field: string; distinct: boolean }[]
      orderBy: { field: string; ascending: boolean }[]
      limit: number
    },
    call: Call,
  ): Awaitable<DatabaseRows>
  insert(request: { databaseId: string; values: Values }, call: Call): Awaitable<DatabaseRows>
  update(
    request: { databaseId: string; values: Values; filter: DatabaseFilter | undefined },
    call: Call,
  ): Awaitable<DatabaseRows>
  remove(request: { databaseId: string; filter: DatabaseFilter | undefined }, call: Call): Awaitable<DatabaseRows>
}

export interface PluginRef {
  pluginId: string
  apiId: string
  apiName: string
  version: string
  from: string
}
export interface PluginPort {
  /** `authUrl` is set if the person must first authorise the plugin. */
  call(ref: PluginRef, args: Values, call: Call): Awaitable<{ output: unknown; raw?: string; authUrl?: string }>
  describe?(ref: PluginRef, call: Call): Awaitable<ToolSpec>
}

export interface StoredMessage {
  messageId: string
  role: string
  contentType: string
  content: string
}
export interface ConversationPort {
  create(name: string, call: Call): Awaitable<{ conversationId: string; isExisted: boolean }>
  rename(
    name: string,
    newName: string,
    call: Call,
  ): Awaitable<{ conversationId: string; isSuccess: boolean; isExisted: boolean }>
  remove(name: string, call: Call): Awaitable<boolean>
  list(call: Call): Awaitable<{ conversationName: string; conversationId: string }[]>
  history(name: string, rounds: number, call: Call): Awaitable<{ role: string; content: string }[]>
  clear(name: string, call: Call): Awaitable<boolean>
  messages(
    request: { conversationName: string; limit: number; beforeId: string; afterId: string },
    call: Call,
  ): Awaitable<{ messages: StoredMessage[]; firstId: string; lastId: string; hasMore: boolean }>
  createMessage(
    request: { conversationName: string; role: string; content: string },
    call: Call,
  ): Awaitable<StoredMessage>
  editMessage(
    request: { conversationName: string; messageId: string; newContent: string },
    call: Call,
  ): Awaitable<boolean>
  removeMessage(request: { conversationName: string; messageId: string }, call: Call): Awaitable<boolean>
  /** The turns before this run in its conversation, oldest first. */
  context?(rounds: number, call: Call): Awaitable<ModelMessage[]>
}

export interface VariablesPort {
  read(scope: GlobalScope, name: string, call: Call): Awaitable<unknown>
  write(scope: Exclude<GlobalScope, 'system'>, name: string, value: unknown, call: Call): Awaitable<void>
}

export interface MemoryPort {
  recall(request: { query: string; history: ModelMessage[] }, call: Call): Awaitable<{ output: string; date: string }[]>
}

export interface TriggerPort {
  upsert(
    request: { triggerId: string; workflowId: string; config: Values; payload: Values; meta: Values },
    call: Call,
  ): Awaitable<string>
  remove(request: Values, call: Call): Awaitable<number>
  read(request: Values, call: Call): Awaitable<Values[]>
}

export interface ImagePort {
  generate?(
    request: {
      model: string
      prompt: string
      negativePrompt: string
      width: number
      height: number
      steps: number
      references: Values[]
    },
    call: Call,
  ): Awaitable<{ url: string; message: string }>
  /** Prepares a reference picture for a later generation (pose, depth, edges …). */
  reference?(request: Values, call: Call): Awaitable<Values>
  draw?(request: { canvas: Values; values: Values }, call: Call): Awaitable<{ url: string; message: string }>
}

export interface ScenePort {
  variables(request: { operation: 'get' | 'set'; values: Values; names: string[] }, call: Call): Awaitable<Values>
  chat(request: Values, call: Call): Awaitable<Values>
}

/** The page that embeds the conversation. */
export interface PagePort {
  /** The tools that the page offers and runs itself. Empty without a page, or if the page permits no actions. */
  tools(call: Call): Awaitable<ToolSpec[]>
}

export interface Clock {
  now(): number
  /** Calls `then` after a delay and returns a function that cancels it. */
  after(ms: number, then: () => void): () => void
}

/** The ports of a run, except for the one for workflows. */
export interface ServicePorts {
  model?: ModelPort
  code?: CodePort
  http?: HttpPort
  knowledge?: KnowledgePort
  prompts?: PromptPort
  database?: DatabasePort
  plugin?: PluginPort
  conversation?: ConversationPort
  variables?: VariablesPort
  memory?: MemoryPort
  triggers?: TriggerPort
  image?: ImagePort
  scene?: ScenePort
  page?: PagePort
  clock?: Clock
  /** Ids of interrupt events. */
  newId?: () => string
}
