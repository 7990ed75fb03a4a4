import { expect, it } from 'vitest'
import type { Hit } from '../knowledge.queries.ts'
import { firstSettings, lowerLimitFor, splitHits, toWire, matchReasonOf } from './recall-state.ts'

const hit = (score: number, more: Partial<Hit> = {}) => ({ slice_id: String(score), score, ...more }) as Hit

it('the hits that a bot would receive are separated from the others', () => {
  const hits = [hit(0.9), hit(0.8), hit(0.6), hit(0.3)]
  expect(splitHits(hits, { topK: 2, minScore: 0.5 }).given.map((item) => item.score)).toEqual([0.9, 0.8])
  expect(splitHits(hits, { topK: 5, minScore: 0.5 }).rest.map((item) => item.score)).toEqual([0.3])
})

it('a lower limit is offered only if the limit excludes a slice', () => {
  expect(lowerLimitFor([hit(0.317)], { minScore: 0.5 })).toBe(0.31)
  expect(lowerLimitFor([hit(0.7)], { minScore: 0.5 })).toBeNull()
  expect(lowerLimitFor([], { minScore: 0.5 })).toBeNull()
})

it('the channel that found a slice is reported', () => {
  const channel = { rank: 1, score: 0.5 }
  expect(matchReasonOf(hit(1, { semantic: channel, fulltext: channel }))).toBe('both')
  expect(matchReasonOf(hit(1, { semantic: channel }))).toBe('meaning')
  expect(matchReasonOf(hit(1, { fulltext: channel }))).toBe('words')
  expect(matchReasonOf(hit(1, { semantic: channel, rerank: 0.2 }))).toBe('rerank')
  expect(matchReasonOf(hit(1, { sql: 'SELECT' }))).toBe('table')
})

it('conditions without a field are left out', () => {
  const settings = { ...firstSettings, metadata: [{ key: ' ', is: 'equal', value: 'x' }] as const }
  expect(toWire(settings).metadata).toEqual([])
  expect(toWire({ ...firstSettings, strategy: 'fulltext' }).search_strategy).toBe(20)
})
