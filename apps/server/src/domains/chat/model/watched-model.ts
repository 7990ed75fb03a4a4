import type { ChatModel, EmbeddingModel } from '#kit/models/chat-types.ts'
import { currentWatcher, type ModelPurpose, type WatchedResult } from '#kit/models/model-watch.ts'
import type { RerankModel } from '#kit/models/rerank-model.ts'
import { costOf, type KnownModel } from './shared/model-catalog.ts'

type Outcome = Pick<WatchedResult, 'output' | 'inputTokens'> & Partial<WatchedResult>

/** Runs the work and reports its outcome to the current watcher. */
async function observe<T>(
  model: KnownModel,
  purpose: ModelPurpose | undefined,
  input: unknown,
  work: () => Promise<T>,
  outcomeOf: (result: T) => Outcome,
): Promise<T> {
  const end = currentWatcher()?.begin({ purpose, model: { id: model.id, name: model.name }, input })
  if (!end) return work()
  try {
    const result = await work()
    const outcome = { outputTokens: 0, isEstimated: false, firstTokenMs: 0, ...outcomeOf(result) }
    const [costIn, costOut] = [costOf(model, outcome.inputTokens, 0), costOf(model, 0, outcome.outputTokens)]
    end({ ...outcome, costIn, costOut })
    return result
  } catch (error) {
    end({ error })
    throw error
  }
}

export const watchedChat =
  (chat: ChatModel['chat'], model: KnownModel): ChatModel['chat'] =>
  (request, sink) =>
    observe(
      model,
      request.purpose,
      { messages: request.messages, parameters: request.params },
      () => chat(request, sink),
      ({ text, usage, firstChunkMs }) => ({
        output: text,
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        isEstimated: usage.isEstimated,
        firstTokenMs: firstChunkMs,
      }),
    )

export const watchedEmbedding = ({ embed }: EmbeddingModel, model: KnownModel): EmbeddingModel => ({
  embed: (texts, signal) =>
    observe(
      model,
      'embed',
      { texts },
      () => embed(texts, signal),
      ({ vectors, tokens }) => ({ output: { vectors: vectors.length }, inputTokens: tokens }),
    ),
})

export const watchedRerank = ({ rerank }: RerankModel, model: KnownModel): RerankModel => ({
  rerank: (query, texts, signal) =>
    observe(
      model,
      'rerank',
      { query, passages: texts },
      () => rerank(query, texts, signal),
      ({ scores, tokens }) => ({ output: { scores }, inputTokens: tokens }),
    ),
})
