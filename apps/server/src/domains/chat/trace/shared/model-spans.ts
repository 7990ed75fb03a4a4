import type { Usage } from '#kit/models/chat-types.ts'
import type { ModelPurpose, ModelWatcher } from '#kit/models/model-watch.ts'
import type { Span } from './recorder.ts'

const names: Record<ModelPurpose, string> = {
  rewrite: 'query rewriting',
  rerank: 'reranking',
  nl2sql: 'question to a table',
  embed: 'embedding',
  memory: 'memory',
}
const nameOfPurpose = (purpose: ModelPurpose | undefined, modelName: string) => (purpose ? names[purpose] : modelName)

/** Records the model calls of a step as spans below it, each with model, input, tokens and cost. */
export const modelSpans = (parent: Span, onUsage: (usage: Usage) => void): ModelWatcher => ({
  begin({ purpose, model, input }) {
    const span = parent.start('model', nameOfPurpose(purpose, model.name), input)
    const attributes = { ...(purpose && { purpose }) }
    return (end) => {
      if ('error' in end) return span.fail(end.error, { model, attributes })
      const { inputTokens, outputTokens, isEstimated, costIn, costOut, firstTokenMs, output } = end
      const usage = { inputTokens, outputTokens, cachedTokens: 0, reasoningTokens: 0, isEstimated }
      span.end({
        output,
        usage,
        cost: costIn + costOut,
        model,
        firstTokenMs,
        attributes: { ...attributes, ...(isEstimated && { estimated: true }) },
      })
      onUsage(usage)
    }
  },
})
