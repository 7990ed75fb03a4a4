import { isId } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Call, ModelMessage, ModelPort, ModelRequest } from '@orrery/engine'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { ChatMessage, ChatParams, FilePart, TextPart } from '#kit/models/chat-types.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { ownParameters } from '#domains/chat/model/shared/own-parameters.ts'
import type { ModelCall } from '../node-record.ts'
import { runErrors } from '../run.errors.ts'
import type { RunContext } from '../run-types.ts'

const mediaTypes = { image: 'image/*', audio: 'audio/*', video: 'video/*', file: 'application/octet-stream' } as const
const temperatures: Record<string, number> = { creative: 1, balance: 0.7, precise: 0.1 }

export interface ModelPortDeps {
  models: Pick<ModelService, 'resolve'>
  clock: Clock
  /** Reports every model call, for the records of the run. */
  onModelCall(call: Call, modelCall: ModelCall): void
}

/** The port of model nodes. It calls the models of the workflow's space. */
export function createModelPort({ models, clock, onModelCall }: ModelPortDeps): ModelPort {
  return {
    async chat(request, call, onDelta) {
      const { spaceId } = call.context as RunContext
      const model = await models.resolve(isId(request.modelId) ? request.modelId : undefined, spaceId)
      const startedAt = clock.now()
      const begun = performance.now()
      const record = (result: Pick<ModelCall, 'tokensIn' | 'tokensOut' | 'firstTokenMs'> & Partial<ModelCall>): void =>
        onModelCall(call, {
          modelId: model.id,
          modelName: model.name,
          startedAt,
          durationMs: Math.round(performance.now() - begun),
          costIn: (model.priceIn * result.tokensIn) / 1_000_000,
          costOut: (model.priceOut * result.tokensOut) / 1_000_000,
          ...result,
        })
      const work = model.chat(
        {
          messages: request.messages.map(toMessage),
          ...(request.tools.length > 0 && { tools: request.tools }),
          ...(request.responseFormat === 'json' && { json: request.jsonSchema ? { schema: request.jsonSchema } : {} }),
          params: model.hasFixedParameters ? ownParameters(model) : paramsOf(request),
          signal: call.signal,
          scene: 'workflow',
        },
        onDelta && { text: (text) => onDelta({ text }), reasoning: (reasoning) => onDelta({ reasoning }) },
      )
      const result = await work.catch((cause: unknown) => {
        const error = cause instanceof Error ? cause.message : String(cause)
        record({ tokensIn: 0, tokensOut: 0, firstTokenMs: 0, error })
        throw asOfWorkflow(cause)
      })
      const { usage } = result
      record({
        tokensIn: usage.inputTokens,
        tokensOut: usage.outputTokens,
        firstTokenMs: Math.round(result.firstChunkMs),
        ...(usage.cachedTokens && { tokensCached: usage.cachedTokens }),
        ...(usage.reasoningTokens && { tokensReasoning: usage.reasoningTokens }),
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

/** Clients distinguish an exhausted account in a workflow from one in a chat. */
const asOfWorkflow = (cause: unknown) =>
  cause instanceof AppError && cause.code === ErrorCode.platform.tokenInsufficient
    ? runErrors.noCredit(cause.params)
    : cause

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
