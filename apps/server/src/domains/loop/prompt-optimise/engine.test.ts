import { expect, test } from 'vitest'
import { seededRandom } from '#kit/stats/random.ts'
import { optimise, type EnginePorts, type Row } from './engine.ts'
import { splitRows } from './split.ts'

const rowsOf = (n: number): Row[] => Array.from({ length: n }, (_, at) => ({ id: String(1000 + at), input: {} }))
/** A fake model that succeeds once the text contains a rule, and a writer that adds the rule now and then. */
function planted(seed: string, budget: number) {
  const random = seededRandom(seed)
  let calls = 0
  const seen = new Set<string>()
  const asked = new Set<string>()
  const ports: EnginePorts = {
    async score(candidate, row) {
      const key = `${candidate.id} ${row.id}`
      if (!asked.has(key)) calls += 1
      asked.add(key)
      seen.add(`${candidate.how} ${row.id}`)
      const isEasy = Number(row.id) % 5 === 0
      return { output: '', score: isEasy || candidate.text.includes('RULE') ? 1 : 0, reason: '' }
    },
    critique: async () => ((calls += 1), 'why'),
    rewrite: async (candidate) => {
      calls += 2
      return [0, 1].map(() => `${candidate.text} ${random() < 0.3 ? 'RULE' : `guess ${random()}`}`)
    },
    variants: () => [],
    mayAsk: (more) => calls + more <= budget,
  }
  return { ports, calls: () => calls, seen }
}

test('rows are split by id into disjoint parts', () => {
  const { train, validation, proof } = splitRows(rowsOf(60))
  expect([train.length, validation.length, proof.length]).toEqual([30, 15, 15])
  expect(new Set([...train, ...validation, ...proof].map(({ id }) => id)).size).toBe(60)
  expect(splitRows(rowsOf(60).toReversed())).toEqual({ train, validation, proof })
  expect(splitRows(rowsOf(30)).proof).toEqual([])
})
test('a planted rule is found within the budget and proved on held-out rows', async () => {
  const { ports, calls, seen } = planted('one', 300)
  const rows = rowsOf(60)
  const { proof } = splitRows(rows)
  const watched = {
    ...ports,
    critique: async (...given: Parameters<EnginePorts['critique']>) => {
      for (const { row } of given[1]) expect(proof).not.toContain(row)
      return ports.critique(...given)
    },
  }
  const found = await optimise('Begin', rows, 'one', watched)
  expect(found.verdict).toBe('better')
  expect(found.proofs[0]).toMatchObject({ after: 1, isProven: true, candidate: { how: 'rewrite' } })
  expect(found.proofs[0]!.interval!.low).toBeGreaterThan(0)
  expect(found.proofs[0]!.rows.map(({ row }) => row.id).toSorted()).toEqual(proof.map(({ id }) => id).toSorted())
  expect(calls()).toBeLessThanOrEqual(300)
  expect(seen.size).toBeGreaterThan(0)
})
test('random noise is not reported as a gain', async () => {
  const random = seededRandom('noise')
  const { ports } = planted('noise', 300)
  const scores = new Map<string, number>()
  const noisy: EnginePorts = {
    ...ports,
    score: async (candidate, row) => {
      const key = `${candidate.id} ${row.id}`
      if (!scores.has(key)) scores.set(key, random() < 0.5 ? 1 : 0)
      return { output: '', score: scores.get(key)!, reason: '' }
    },
    rewrite: async (candidate, _, round) => [`${candidate.text} a${round}`, `${candidate.text} b${round}`],
  }
  const found = await optimise('Begin', rowsOf(60), 'noise', noisy)
  expect(found.verdict).toBe('none')
  expect(found.proofs.every(({ isProven }) => !isProven)).toBe(true)
})
test('with few rows, the result is reported as unproven', async () => {
  const found = await optimise('Begin', rowsOf(30), 'few', planted('few', 400).ports)
  expect(found.verdict).toBe('unproven')
  expect(found.proofs.every(({ isProven }) => !isProven)).toBe(true)
})
