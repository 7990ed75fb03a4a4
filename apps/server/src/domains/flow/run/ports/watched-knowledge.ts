import type { Call, KnowledgePort } from '@orrery/engine'
import type { Clock } from '#kit/clock.ts'
import { type ModelWatcher, watchModels } from '#kit/models/model-watch.ts'
import type { ModelPortDeps } from './model-port.ts'

/** Knowledge port for nodes. Records its model calls as calls of the node, with tokens and cost. */
export const watchedKnowledge = (
  knowledge: KnowledgePort,
  deps: Pick<ModelPortDeps, 'clock' | 'onModelCall'>,
): KnowledgePort => ({
  ...knowledge,
  retrieve: (request, call) => watchModels(noteCalls(call, deps), async () => knowledge.retrieve(request, call)),
})

const noteCalls = (
  call: Call,
  { clock, onModelCall }: { clock: Clock; onModelCall: ModelPortDeps['onModelCall'] },
): ModelWatcher => ({
  begin({ model }) {
    const startedAt = clock.now()
    const begun = performance.now()
    return (end) => {
      const isFailed = 'error' in end
      if (!isFailed) call.use?.({ input: end.inputTokens, output: end.outputTokens })
      onModelCall(call, {
        modelId: model.id,
        modelName: model.name,
        startedAt,
        durationMs: Math.round(performance.now() - begun),
        firstTokenMs: isFailed ? 0 : Math.round(end.firstTokenMs),
        tokensIn: isFailed ? 0 : end.inputTokens,
        tokensOut: isFailed ? 0 : end.outputTokens,
        costIn: isFailed ? 0 : end.costIn,
        costOut: isFailed ? 0 : end.costOut,
        ...(isFailed && { error: String(end.error) }),
      })
    }
  },
})
