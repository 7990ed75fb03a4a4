import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import type { ChatMessage, ChatRequest, FilePart, TextPart, ToolCall } from './chat-types.ts'

/** Converts our request to the format of the SDK packages. */
export function toCallOptions(request: ChatRequest, signal?: AbortSignal): LanguageModelV4CallOptions {
  const { params = {}, tools } = request
  return {
    prompt: request.messages.map((message) => toMessage(message, request.cachesSystem)),
    maxOutputTokens: params.maxTokens,
    temperature: params.temperature,
    topP: params.topP,
    topK: params.topK,
    presencePenalty: params.presencePenalty,
    frequencyPenalty: params.frequencyPenalty,
    seed: params.seed,
    stopSequences: params.stop,
    ...(params.reasoning && { reasoning: params.reasoning }),
    ...(request.json && { responseFormat: { type: 'json', schema: request.json.schema, name: request.json.name } }),
    ...(tools?.length && {
      tools: tools.map((tool) => ({
        type: 'function' as const,
        name: tool.name,
        description: tool.description,
        inputSchema: tool.parameters,
      })),
      toolChoice: { type: request.toolChoice ?? 'auto' },
    }),
    abortSignal: signal,
  }
}

/** Needed for Anthropic only: the other providers cache prefixes automatically. */
const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }

function toMessage(message: ChatMessage, cachesSystem = false): LanguageModelV4Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content, ...(cachesSystem && cached) }
    case 'user':
      return { role: 'user', content: toParts(message.content) }
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.content ? [{ type: 'text' as const, text: message.content }] : []),
          ...(message.toolCalls ?? []).map(toCallPart),
        ],
      }
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.callId,
            toolName: message.name,
            output: { type: 'text', value: message.content },
          },
        ],
      }
  }
}

const toCallPart = (call: ToolCall) => ({
  type: 'tool-call' as const,
  toolCallId: call.id,
  toolName: call.name,
  input: parseArguments(call.arguments),
})
/**
 * The model's arguments are sent back unchanged; text that is not JSON would make a provider refuse the whole history.
 */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return {}
  }
}

function toParts(content: string | (TextPart | FilePart)[]) {
  if (typeof content === 'string') return [{ type: 'text' as const, text: content }]
  return content.map((part) =>
    part.type === 'text'
      ? part
      : {
          type: 'file' as const,
          mediaType: part.mediaType,
          filename: part.name,
          data:
            'base64' in part.data
              ? { type: 'data' as const, data: part.data.base64 }
              : { type: 'url' as const, url: new URL(part.data.url) },
        },
  )
}
