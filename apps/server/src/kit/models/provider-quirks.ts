import { type PresetId, presetOf } from '@orrery/contract/shared/provider-presets'
import { baseUrlOf, type ModelConfig } from './provider-config.ts'

/** Where a provider deviates from the protocol it claims to support. */
export interface Quirks {
  /** Higher temperatures are refused. */
  maxTemperature?: number
  /** The field for the maximum length of an answer. */
  outputField?: 'max_completion_tokens'
  /** Maximum number of texts per embedding call. */
  embeddingBatch?: number
  /** The URL for reranking, if it is not `/rerank` below the base URL. */
  rerankUrl?: (baseUrl: string) => string
}
const quirks: Partial<Record<PresetId, Quirks>> = {
  azure: { outputField: 'max_completion_tokens' },
  dashscope: {
    embeddingBatch: 10,
    rerankUrl: (baseUrl) => `${baseUrl.replace('/compatible-mode/', '/compatible-api/')}/reranks`,
  },
  zhipu: { maxTemperature: 1, embeddingBatch: 64 },
  moonshot: { maxTemperature: 1 },
  siliconflow: { embeddingBatch: 32 },
}

export function quirksOf(config: Pick<ModelConfig, 'kind' | 'baseUrl'>): Quirks {
  const preset = presetOf({ kind: config.kind, baseUrl: baseUrlOf(config) })
  return (preset && quirks[preset]) ?? {}
}
