import { segment } from '#kit/segment/segment.ts'

const SENTENCES = 5
const sentence = /[^。！？!?.\n]+[。！？!?.]?/g

/** The sentences with the most frequent words of a text, in their order: a summary without a language model. */
export function pickSentences(text: string, most = SENTENCES): string[] {
  const sentences = [...new Set((text.slice(0, 200_000).match(sentence) ?? []).map((item) => item.trim()))].filter(
    (item) => item.length > 12,
  )
  const words = sentences.map((sentence) => segment(sentence))
  const weight = new Map<string, number>()
  for (const word of words.flat()) weight.set(word, (weight.get(word) ?? 0) + 1)
  const score = (list: string[]) => list.reduce((sum, word) => sum + weight.get(word)!, 0) / Math.max(8, list.length)
  return sentences
    .map((text, at) => ({ text, at, score: score(words[at]!) * (at === 0 ? 1.5 : 1) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .toSorted((a, b) => a.at - b.at)
    .map((item) => item.text)
}
