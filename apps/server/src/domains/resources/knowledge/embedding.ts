import type { EmbeddingModel } from '#kit/models/chat-types.ts'
import { FIRST_EMBEDDING, OFFLINE_EMBEDDING } from '#kit/vectors/offline-embedding.ts'
import { normalised } from '#kit/vectors/vector-block.ts'
import type { TitledText } from '#kit/vectors/vectors.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { headedText, namedText, type SearchedText } from './titled-text.ts'

export { FIRST_EMBEDDING, OFFLINE_EMBEDDING }
type Made = Promise<(Float32Array | undefined)[]>
export interface Embedder {
  id: string
  /** One vector per text; undefined for texts in a language that the model does not know. */
  embed(texts: string[], signal?: AbortSignal): Made
  /** Vectors to store for search: one per text, or several for sections of it. */
  index(texts: SearchedText[], signal?: AbortSignal): Made
  /** Converts a cosine to a relevance of 0..1. */
  relevance(cosine: number): number
}
type Models = Pick<ModelService, 'list' | 'resolveEmbedding'>
export interface EmbeddingDeps {
  models: Models
  offline: {
    embedOffline(texts: string[]): Made
    indexOffline(texts: TitledText[]): Made
    embedAsBefore(texts: string[]): Made
  }
  /** Settings of the instance owner. */
  setup(): Promise<{ modelId?: string; batch: number }>
}
const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** Embedding models: configured ones, and the built-in one, which supports English and Chinese. */
export function createEmbeddings({ models, offline: builtIn, setup }: EmbeddingDeps) {
  const offline: Embedder = {
    id: OFFLINE_EMBEDDING,
    embed: (texts) => builtIn.embedOffline(texts),
    index: (texts) => builtIn.indexOffline(texts.map(namedText)),
    // Cosines of unrelated texts reach about 0.45, those of answers about 0.6.
    relevance: (cosine) => clamp((cosine - 0.25) / 0.5),
  }
  /** For documents indexed by an earlier version, which supported only English. */
  const first: Embedder = {
    id: FIRST_EMBEDDING,
    embed: (texts) => builtIn.embedAsBefore(texts),
    index: (texts) => builtIn.embedAsBefore(texts.map(headedText)),
    relevance: (cosine) => clamp((cosine - 0.1) / 0.5),
  }
  function ofModel(id: string, { embed }: EmbeddingModel, batch: number): Embedder {
    async function all(texts: string[], signal?: AbortSignal) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += batch)
        vectors.push(...(await embed(texts.slice(at, at + batch), signal)).vectors.map(normalised))
      return vectors
    }
    return { id, embed: all, index: (texts, signal) => all(texts.map(headedText), signal), relevance: clamp }
  }
  const list = async (spaceId: string | undefined) =>
    (await models.list(spaceId)).filter((model) => model.type === 1 && model.enabled)
  /** The default for new bases in the space. */
  async function choose(spaceId: string): Promise<string> {
    const [known, { modelId }] = [await list(spaceId), await setup()]
    if (modelId === OFFLINE_EMBEDDING) return modelId
    return (known.find((model) => model.id === modelId) ?? known[0])?.id ?? OFFLINE_EMBEDDING
  }
  async function get(id: string, spaceId: string): Promise<Embedder> {
    if (id === OFFLINE_EMBEDDING || id === '') return offline
    if (id === FIRST_EMBEDDING) return first
    return ofModel(id, await models.resolveEmbedding(id, spaceId), (await setup()).batch)
  }
  return {
    list,
    choose,
    get,
    /** The given model, or the default of the space. */
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
