import type { ModelService } from '../model.service.ts'

export interface WriteRequest {
  spaceId: string
  /** The model to use; the default of the space if empty or missing. */
  modelId?: string
  system: string
  prompt: string
  /** JSON schema of the answer; absent for plain text. */
  schema?: Record<string, unknown>
  signal?: AbortSignal
}

/** Creates a text with a single model call. */
export function createTextWriter(models: Pick<ModelService, 'resolve'>) {
  return {
    async write({ spaceId, modelId, system, prompt, schema, signal }: WriteRequest): Promise<string> {
      const space = spaceId || undefined
      const model = await models.resolve(modelId, space).catch(() => models.resolve(undefined, space))
      const { text } = await model.chat({
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: prompt },
        ],
        ...(schema && { json: { schema } }),
        signal,
      })
      return text
    },
  }
}
export type TextWriter = ReturnType<typeof createTextWriter>
