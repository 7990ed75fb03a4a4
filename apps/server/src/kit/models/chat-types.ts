import type { ModelPurpose } from './model-watch.ts'

export type JsonSchema = Record<string, unknown>

export interface TextPart {
  type: 'text'
  text: string
}
export interface FilePart {
  type: 'file'
  mediaType: string
  /** Bytes as base64, or a URL that the provider fetches itself. */
  data: { base64: string } | { url: string }
  name?: string
}
/** A tool call as the model wrote it; the arguments are unchecked JSON text. */
export interface ToolCall {
  id: string
  name: string
  arguments: string
}
export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | (TextPart | FilePart)[] }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; callId: string; name: string; content: string }

export interface ToolSpec {
  name: string
  description: string
  parameters: JsonSchema
}
export interface ChatParams {
  temperature?: number
  topP?: number
  topK?: number
  maxTokens?: number
  frequencyPenalty?: number
  presencePenalty?: number
  seed?: number
  stop?: string[]
  reasoning?: 'none' | 'low' | 'medium' | 'high'
}
export interface ChatRequest {
  messages: ChatMessage[]
  tools?: ToolSpec[]
  toolChoice?: 'auto' | 'none' | 'required'
  /** Absent for text. With a schema, the answer should match it, as far as the provider can enforce this. */
  json?: { schema?: JsonSchema; name?: string }
  params?: ChatParams
  /** The beginning of the system message is stable: providers with explicit caching should cache it. */
  cachesSystem?: boolean
  signal?: AbortSignal
  /** Time limit until the first chunk of the answer, retries included. */
  firstChunkMs?: number
  /** The longest silence within an answer. */
  idleMs?: number
  /** The caller, if not a bot. */
  scene?: 'workflow'
  /** The purpose of the call, if it is not the answer itself. */
  purpose?: ModelPurpose
}
export interface Usage {
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  reasoningTokens: number
  /** The provider reported no usage; these figures were estimated here. */
  isEstimated: boolean
}
export type Finish = 'stop' | 'length' | 'tool_calls' | 'filter'
export interface ChatResult {
  text: string
  reasoning: string
  toolCalls: ToolCall[]
  usage: Usage
  finish: Finish
  /** From the call to the first chunk, retries included. */
  firstChunkMs: number
  attempts: number
}
/** Receives chunks as they arrive. Called synchronously: one chunk costs one call. */
export interface ChatSink {
  text?(delta: string): void
  reasoning?(delta: string): void
  /** For speaking models: samples of one channel. */
  sound?(samples: Int16Array, rate: number): void
  /** An attempt failed and will be retried. */
  retry?(reason: Error, waitMs: number): void
}
/** The only way to call a language model. Rejects with one of `modelErrors`, or with the caller's abort reason. */
export interface ChatModel {
  chat(request: ChatRequest, sink?: ChatSink): Promise<ChatResult>
}

export interface EmbeddingModel {
  embed(texts: string[], signal?: AbortSignal): Promise<{ vectors: number[][]; tokens: number }>
}
