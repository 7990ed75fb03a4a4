import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import type { Egress } from '../egress/egress.ts'
import type { EmbeddingModel } from './chat-types.ts'
import { explainFailure } from './failure.ts'
import { modelErrors } from './model-errors.ts'
import { baseUrlOf, type ModelConfig } from './provider-config.ts'
import { providerFetch } from './provider-fetch.ts'
import { quirksOf } from './provider-quirks.ts'
import { toFailure } from './sdk-failure.ts'
import { estimateTokens } from './tokens.ts'

const TIMEOUT_MS = 60_000
const DEFAULT_BATCH = 96

/** Embeds texts in batches of the size the provider accepts, one batch after the other. */
export function createEmbeddingModel(config: ModelConfig, egress: Egress): EmbeddingModel {
  let model: Promise<EmbeddingModelV4> | undefined
  return {
    async embed(texts, signal) {
      const provider = config.providerName
      const open = await (model ??= openModel(config, egress))
      const most = quirksOf(config).embeddingBatch ?? DEFAULT_BATCH
      const size = Math.min((await open.maxEmbeddingsPerCall) ?? most, most)
      const vectors: number[][] = []
      let tokens = 0
      for (let at = 0; at < texts.length; at += size) {
        const values = texts.slice(at, at + size)
        const abortSignal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])])
        const { embeddings, usage } = await Promise.resolve(open.doEmbed({ values, abortSignal })).catch(
          (cause: unknown) => {
            signal?.throwIfAborted()
            if (abortSignal.aborted) throw modelErrors.noFirstChunk({ seconds: TIMEOUT_MS / 1000 })
            throw explainFailure(toFailure(cause), { config, attempts: 1, hasStarted: false }).error
          },
        )
        if (embeddings.length !== values.length)
          throw modelErrors.wrongVectors({ provider, got: embeddings.length, wanted: values.length })
        vectors.push(...embeddings)
        tokens += usage?.tokens ?? values.reduce((sum, text) => sum + estimateTokens(text), 0)
      }
      return { vectors, tokens }
    },
  }
}

async function openModel(config: ModelConfig, egress: Egress): Promise<EmbeddingModelV4> {
  const settings = { baseURL: baseUrlOf(config), apiKey: config.apiKey, fetch: providerFetch(egress, config) }
  if (config.kind === 'google')
    return (await import('@ai-sdk/google')).createGoogle(settings).embeddingModel(config.model)
  if (config.kind === 'openai')
    return (await import('@ai-sdk/openai')).createOpenAI(settings).embeddingModel(config.model)
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ ...settings, name: 'orrery' }).embeddingModel(config.model)
}
