import type { EmbeddingModel } from '#kit/models/chat-types.ts'
import { isMostlyCjk } from '#kit/segment/segment.ts'
import { normalised } from '#kit/vectors/vector-block.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'

export const OFFLINE_EMBEDDING = 'offline'
export interface Embedder {
  id: string
  /** A vector a text; none where the model would only guess. */
  embed(texts: string[], signal?: AbortSignal): Promise<(Float32Array | undefined)[]>
  /** A cosine as a relevance of 0..1. */
  relevance(cosine: number): number
}
type Models = Pick<ModelService, 'list' | 'resolveEmbedding'>
export interface EmbeddingDeps {
  models: Models
  embedOffline(texts: string[]): Promise<(Float32Array | undefined)[]>
  /** Settings of the administrator. */
  setup(): Promise<{ modelId?: string; batch: number }>
}
const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** Embedding models: the configured ones and the built-in one, which knows English only. */
export function createEmbeddings({ models, embedOffline, setup }: EmbeddingDeps) {
  const offline: Embedder = {
    id: OFFLINE_EMBEDDING,
    async embed(texts) {
      const english = texts.filter((text) => !isMostlyCjk(text))
      const vectors = english.length ? await embedOffline(english) : []
      let at = 0
      return texts.map((text) => (isMostlyCjk(text) ? undefined : vectors[at++]))
    },
    // Averages of word pieces: unrelated texts lie near 0.1, paraphrases around 0.4.
    relevance: (cosine) => clamp((cosine - 0.1) / 0.5),
  }
  function ofModel(id: string, { embed }: EmbeddingModel, batch: number): Embedder {
    return {
      id,
      async embed(texts, signal) {
        const vectors: Float32Array[] = []
        for (let at = 0; at < texts.length; at += batch)
          vectors.push(...(await embed(texts.slice(at, at + batch), signal)).vectors.map(normalised))
        return vectors
      },
      relevance: clamp,
    }
  }
  const list = async (spaceId: string | undefined) =>
    (await models.list(spaceId)).filter((model) => model.type === 1 && model.enabled)
  /** Default of new bases in the space. */
  async function choose(spaceId: string): Promise<string> {
    const [known, { modelId }] = [await list(spaceId), await setup()]
    if (modelId === OFFLINE_EMBEDDING) return modelId
    return (known.find((model) => model.id === modelId) ?? known[0])?.id ?? OFFLINE_EMBEDDING
  }
  async function get(id: string, spaceId: string): Promise<Embedder> {
    if (id === OFFLINE_EMBEDDING || id === '') return offline
    return ofModel(id, await models.resolveEmbedding(id, spaceId), (await setup()).batch)
  }
  return {
    list,
    choose,
    get,
    /** The named model, or the default of the space. */
    forSpace: async (spaceId: string, model?: string): Promise<Embedder> =>
      get(model ?? (await choose(spaceId)), spaceId),
    async exists(id: string, spaceId: string): Promise<boolean> {
      return id === OFFLINE_EMBEDDING || (await list(spaceId)).some((model) => model.id === id)
    },
  }
}
export type Embeddings = ReturnType<typeof createEmbeddings>

export const toBytes = (vector: Float32Array | undefined): Buffer | undefined =>
  vector && Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
