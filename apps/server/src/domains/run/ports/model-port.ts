import type { ModelMessage, ModelPort, ModelRequest } from '@orrery/engine'
import type { ChatMessage, ChatParams, FilePart, TextPart } from '../../../kit/models/chat-types.ts'
import type { ModelService } from '../../model/model.service.ts'
import type { RunContext } from '../run-types.ts'

const mediaTypes = { image: 'image/*', audio: 'audio/*', video: 'video/*', file: 'application/octet-stream' } as const
const temperatures: Record<string, number> = { creative: 1, balance: 0.7, precise: 0.1 }

/** Model nodes call the models of the workflow's space. */
export function createModelPort(models: Pick<ModelService, 'resolve'>): ModelPort {
  return {
    async chat(request, call, onDelta) {
      const { spaceId } = call.context as RunContext
      const model = await models.resolve(/^[1-9]\d*$/.test(request.modelId) ? request.modelId : undefined, spaceId)
      const result = await model.chat(
        {
          messages: request.messages.map(toMessage),
          ...(request.tools.length > 0 && { tools: request.tools }),
          ...(request.responseFormat === 'json' && { json: request.jsonSchema ? { schema: request.jsonSchema } : {} }),
          params: paramsOf(request),
          signal: call.signal,
        },
        onDelta && { text: (text) => onDelta({ text }), reasoning: (reasoning) => onDelta({ reasoning }) },
      )
      return {
        text: result.text,
        reasoning: result.reasoning,
        toolCalls: result.toolCalls,
        usage: { input: result.usage.inputTokens, output: result.usage.outputTokens },
      }
    },
  }
}

function paramsOf({ params }: ModelRequest): ChatParams {
  const temperature = params.temperature ?? temperatures[params.diversity ?? '']
  return {
    ...(temperature !== undefined && { temperature }),
    ...(params.topP !== undefined && { topP: params.topP }),
    ...(params.maxTokens !== undefined && params.maxTokens > 0 && { maxTokens: params.maxTokens }),
  }
}

function toMessage(message: ModelMessage): ChatMessage {
  const text = typeof message.content === 'string' ? message.content : textOf(message.content)
  switch (message.role) {
    case 'system':
      return { role: 'system', content: text }
    case 'assistant':
      return {
        role: 'assistant',
        content: text,
        ...(message.toolCalls?.length ? { toolCalls: message.toolCalls } : {}),
      }
    case 'tool':
      return { role: 'tool', callId: message.toolCallId ?? '', name: '', content: text }
    default:
      return {
        role: 'user',
        content: typeof message.content === 'string' ? message.content : message.content.map(toPart),
      }
  }
}
type Part = Exclude<ModelMessage['content'], string>[number]
const textOf = (parts: Part[]) => parts.map((part) => (part.type === 'text' ? part.text : part.url)).join('')
function toPart(part: Part): TextPart | FilePart {
  if (part.type === 'text') return part
  return {
    type: 'file',
    mediaType: mediaTypes[part.type],
    data: { url: part.url },
    ...(part.name && { name: part.name }),
  }
}
