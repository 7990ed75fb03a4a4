import type { Egress } from '../egress/egress.ts'
import { modelErrors } from './model-errors.ts'
import { callProviderJson } from './provider-call.ts'
import { baseUrlOf, type ModelConfig } from './provider-config.ts'
import { quirksOf } from './provider-quirks.ts'
import { estimateTokens } from './tokens.ts'

export interface RerankModel {
  /** The relevance of each text to the question, 0 to 1, in the order of the texts. */
  rerank(query: string, texts: string[], signal?: AbortSignal): Promise<{ scores: number[]; tokens: number }>
}
interface Graded {
  index?: number
  relevance_score?: number
  score?: number
}

/** The API shared by Jina, Cohere, SiliconFlow, vLLM and others. */
export function createRerankModel(config: ModelConfig, egress: Egress): RerankModel {
  const { rerankUrl } = quirksOf(config)
  const path = rerankUrl ? rerankUrl(baseUrlOf(config)) : '/rerank'
  return {
    async rerank(query, texts, signal) {
      const body = { model: config.model, query, documents: texts, top_n: texts.length }
      const answer = await callProviderJson(config, egress, path, { body, signal })
      const rows = (Array.isArray(answer.results) ? answer.results : []) as Graded[]
      const scores = texts.map((_, at) => {
        const found = rows.find(({ index }) => index === at)
        return found?.relevance_score ?? found?.score
      })
      if (!scores.every((score) => typeof score === 'number'))
        throw modelErrors.noRanking({ provider: config.providerName, model: config.model })
      const clamp = (score: number) => Math.min(1, Math.max(0, score))
      return { scores: scores.map(clamp), tokens: tokensOf(answer) ?? estimate([query, ...texts]) }
    },
  }
}

const estimate = (texts: string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0)
function tokensOf({ usage, tokens, meta }: Record<string, unknown>): number | undefined {
  for (const place of [usage, tokens, (meta as { tokens?: unknown } | undefined)?.tokens]) {
    const { total_tokens: total, input_tokens: input } = (place ?? {}) as Record<string, unknown>
    if (typeof total === 'number') return total
    if (typeof input === 'number') return input
  }
  return undefined
}
