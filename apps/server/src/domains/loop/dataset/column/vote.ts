import { SchemaKey } from '@orrery/contract/shared/dataset-enums'

/**
 * The value that several rounds agree on, and the share of rounds that gave it: the median of numbers, the most
 * frequent choice or boolean, or the first of free texts.
 */
export function vote(texts: string[], schemaKey: number): { text: string; agreement: number } {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const share = (text: string) => (counts.get(text) ?? 0) / texts.length
  if (schemaKey === SchemaKey.integer || schemaKey === SchemaKey.float) {
    const sorted = texts.toSorted((a, b) => Number(a) - Number(b))
    const text = sorted[Math.floor((sorted.length - 1) / 2)]!
    return { text, agreement: share(text) }
  }
  if (schemaKey === SchemaKey.bool || schemaKey === SchemaKey.choice) {
    const text = [...counts.keys()].reduce((best, one) => (counts.get(one)! > counts.get(best)! ? one : best))
    return { text, agreement: share(text) }
  }
  return { text: texts[0]!, agreement: share(texts[0]!) }
}
