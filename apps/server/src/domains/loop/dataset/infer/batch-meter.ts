import { randomBytes } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { costOf } from '#domains/chat/model/shared/model-catalog.ts'
import { emptySpan, SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { InferTaskRow } from './infer.table.ts'

interface MeterDeps {
  models: Pick<ModelService, 'resolve'>
  spans: Pick<SpanQueue, 'offer'>
  clock: Clock
}
/** Records the usage of a whole batch as one span, whose trace its cells reference. */
export const createBatchMeter =
  ({ models, spans, clock }: MeterDeps) =>
  async (task: InferTaskRow, used: { inputTokens: number; outputTokens: number }): Promise<void> => {
    const model = await models.resolve(task.modelId, task.spaceId)
    const span = {
      ...emptySpan,
      ...used,
      spaceId: task.spaceId,
      traceId: task.traceId,
      spanId: randomBytes(8).toString('hex'),
      startedAt: task.createdAt * 1000,
      durationUs: Math.max(0, clock.now() - task.createdAt) * 1000,
      kind: 'model',
      rawType: 'model',
      name: 'Dataset batch',
      source: 'loop' as const,
      objectKind: 'service' as const,
      objectKey: 'dataset',
      objectVersion: '',
      connectorId: '',
      scene: 'task' as const,
      service: 'dataset',
      modelId: model.id,
      model: model.name,
      status: SpanStatus.done,
      cost: costOf(model, used.inputTokens, used.outputTokens),
      input: '',
      output: '',
      attributes: {},
    }
    spans.offer(() => ({ heads: [], spans: [span] }))
  }
