import type { ModelPurpose } from './model-watch.ts'

export type JsonSchema = Record<string, unknown>

export interface TextPart {
  type: 'text'
  text: string
}
export interface FilePart {
  type: 'file'
  mediaType: string
  /** Bytes as base64, or an address that the provider fetches itself. */
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
  /** Absent: text. With a schema the answer has to fit it, as far as the provider can hold its model to that. */
  json?: { schema?: JsonSchema; name?: string }
  params?: ChatParams
  /** The system message begins as before: providers that want to be told keep it in their cache. */
  cachesSystem?: boolean
  signal?: AbortSignal
  /** Until the first piece of the answer, retries included. */
  firstChunkMs?: number
  /** Silence in the middle of an answer. */
  idleMs?: number
  /** The caller, if not a bot. */
  scene?: 'workflow'
  /** Why it is asked, when it is not for the answer itself. */
  purpose?: ModelPurpose
}
export interface Usage {
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  reasoningTokens: number
  /** The provider gave no figures; these were counted here. */
  isEstimated: boolean
}
export type Finish = 'stop' | 'length' | 'tool_calls' | 'filter'
export interface ChatResult {
  text: string
  reasoning: string
  toolCalls: ToolCall[]
  usage: Usage
  finish: Finish
  /** From the call to the first piece, retries included. */
  firstChunkMs: number
  attempts: number
}
/** Takes the pieces while they come. Called synchronously: one piece costs one call. */
export interface ChatSink {
  text?(delta: string): void
  reasoning?(delta: string): void
  /** Of models that speak: samples of one channel. */
  sound?(samples: Int16Array, rate: number): void
  /** An attempt failed in a way worth another one. */
  retry?(reason: Error, waitMs: number): void
}
/** The only way to call a language model. Rejects with one of `modelErrors`, or with the caller's abort reason. */
export interface ChatModel {
  chat(request: ChatRequest, sink?: ChatSink): Promise<ChatResult>
}

export interface EmbeddingModel {
  embed(texts: string[], signal?: AbortSignal): Promise<{ vectors: number[][]; tokens: number }>
}
