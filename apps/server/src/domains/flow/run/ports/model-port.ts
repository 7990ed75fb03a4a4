import { isId } from '@orrery/contract'
import type { Call, ModelMessage, ModelPort, ModelRequest } from '@orrery/engine'
import type { Clock } from '#kit/clock.ts'
import type { ChatMessage, ChatParams, FilePart, TextPart } from '#kit/models/chat-types.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { ModelUse, RunContext } from '../run-types.ts'

const mediaTypes = { image: 'image/*', audio: 'audio/*', video: 'video/*', file: 'application/octet-stream' } as const
const temperatures: Record<string, number> = { creative: 1, balance: 0.7, precise: 0.1 }

export interface ModelPortDeps {
  models: Pick<ModelService, 'resolve'>
  clock: Clock
  /** Usage of a call, for the run's records. */
  onUse(call: Call, use: ModelUse): void
}

/** Model nodes call the models of the workflow's space. */
export function createModelPort({ models, clock, onUse }: ModelPortDeps): ModelPort {
  return {
    async chat(request, call, onDelta) {
      const { spaceId } = call.context as RunContext
      const model = await models.resolve(isId(request.modelId) ? request.modelId : undefined, spaceId)
      const at = clock.now()
      const begun = performance.now()
      const use = (more: Pick<ModelUse, 'i' | 'o' | 'f'> & Partial<ModelUse>): void =>
        onUse(call, {
          id: model.id,
          n: model.name,
          at,
          ms: Math.round(performance.now() - begun),
          ci: (model.priceIn * more.i) / 1_000_000,
          co: (model.priceOut * more.o) / 1_000_000,
          ...more,
        })
      const work = model.chat(
        {
          messages: request.messages.map(toMessage),
          ...(request.tools.length > 0 && { tools: request.tools }),
          ...(request.responseFormat === 'json' && { json: request.jsonSchema ? { schema: request.jsonSchema } : {} }),
          params: paramsOf(request),
          signal: call.signal,
          scene: 'workflow',
        },
        onDelta && { text: (text) => onDelta({ text }), reasoning: (reasoning) => onDelta({ reasoning }) },
      )
      const result = await work.catch((cause: unknown) => {
        use({ i: 0, o: 0, f: 0, err: cause instanceof Error ? cause.message : String(cause) })
        throw cause
      })
      const { usage } = result
      use({
        i: usage.inputTokens,
        o: usage.outputTokens,
        f: Math.round(result.firstChunkMs),
        ...(usage.cachedTokens && { k: usage.cachedTokens }),
        ...(usage.reasoningTokens && { r: usage.reasoningTokens }),
      })
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
