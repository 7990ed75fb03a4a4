import { AppError } from '#kit/errors.ts'
import type { ChatMessage } from '#kit/models/chat-types.ts'
import type { ModelService, ReadyModel } from '#domains/chat/model/model.service.ts'
import { workflowErrors } from './workflow.errors.ts'

export interface Writing {
  spaceId: string
  modelId?: string | undefined
  messages: ChatMessage[]
  isJson?: boolean
  signal?: AbortSignal
}

/** Lets a model write texts and canvases for the author of a workflow. The built-in model is refused. */
export function createModelWriter(models: Pick<ModelService, 'list' | 'resolve'>) {
  /** The requested model, else the default of the space, else any other real model. */
  async function choose(spaceId: string, input: string | undefined): Promise<ReadyModel> {
    const first = await models.resolve(input, spaceId)
    if (!first.isOffline) return first
    const other = input ? undefined : (await models.list(spaceId)).find((item) => item.type === 0 && !item.isOffline)
    if (!other) throw workflowErrors.needsModel()
    return models.resolve(other.id, spaceId)
  }
  return {
    choose,
    async write({ spaceId, modelId, messages, isJson, signal }: Writing): Promise<string> {
      const model = await choose(spaceId, modelId)
      try {
        const { text } = await model.chat({ messages, ...(isJson && { json: {} }), ...(signal && { signal }) })
        return text
      } catch (cause) {
        throw cause instanceof AppError ? cause : workflowErrors.writingFailed({ why: (cause as Error).message })
      }
    },
  }
}
export type ModelWriter = ReturnType<typeof createModelWriter>

/** The JSON object in a text, even if the model added words or a code fence around it. */
export function jsonIn(text: string): Record<string, unknown> | undefined {
  for (const candidate of [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)])
    try {
      const value: unknown = JSON.parse(candidate)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    } catch {
      // Try the next candidate.
    }
  return undefined
}
