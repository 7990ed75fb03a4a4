import { expect, it } from 'vitest'
import type { Hit } from '../knowledge.queries.ts'
import { firstSettings, lowerTo, splitHits, toWire, whyOf } from './recall-state.ts'

const hit = (score: number, more: Partial<Hit> = {}) => ({ slice_id: String(score), score, ...more }) as Hit

it('parts what a bot would be given from what was only found', () => {
  const hits = [hit(0.9), hit(0.8), hit(0.6), hit(0.3)]
  expect(splitHits(hits, { topK: 2, minScore: 0.5 }).given.map((item) => item.score)).toEqual([0.9, 0.8])
  expect(splitHits(hits, { topK: 5, minScore: 0.5 }).rest.map((item) => item.score)).toEqual([0.3])
})

it('offers a lower limit only where the limit is what keeps a slice out', () => {
  expect(lowerTo([hit(0.317)], { minScore: 0.5 })).toBe(0.31)
  expect(lowerTo([hit(0.7)], { minScore: 0.5 })).toBeNull()
  expect(lowerTo([], { minScore: 0.5 })).toBeNull()
})

it('says which channel brought a slice', () => {
  const channel = { rank: 1, score: 0.5 }
  expect(whyOf(hit(1, { semantic: channel, fulltext: channel }))).toBe('both')
  expect(whyOf(hit(1, { semantic: channel }))).toBe('meaning')
  expect(whyOf(hit(1, { fulltext: channel }))).toBe('words')
  expect(whyOf(hit(1, { semantic: channel, rerank: 0.2 }))).toBe('rerank')
  expect(whyOf(hit(1, { sql: 'SELECT' }))).toBe('table')
})

it('leaves out conditions without a field', () => {
  const settings = { ...firstSettings, metadata: [{ key: ' ', is: 'equal', value: 'x' }] as const }
  expect(toWire(settings).metadata).toEqual([])
  expect(toWire({ ...firstSettings, strategy: 'fulltext' }).search_strategy).toBe(20)
})
