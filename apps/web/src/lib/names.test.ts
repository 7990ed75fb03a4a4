import { describe, expect, it } from 'vitest'
import { initials } from './initials.ts'
import { stableIndex } from '@orrery/contract/shared/stable-index'

describe('initials', () => {
  it.each([
    ['Lena Moreau', 'LM'],
    ['lena', 'L'],
    ['lena.moreau@example.org', 'LM'],
    ['Ana María de la Cruz', 'AC'],
    ['林薇', '林'],
    ['(Ops) team', 'OT'],
    ['', ''],
    ['···', ''],
  ])('of %j are %j', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })
})

describe('stableIndex', () => {
  it('maps a text to one index, within bounds', () => {
    for (const text of ['', 'a', '7382915', '行程管家']) {
      expect(stableIndex(text, 8)).toBe(stableIndex(text, 8))
      expect(stableIndex(text, 8)).toBeGreaterThanOrEqual(0)
      expect(stableIndex(text, 8)).toBeLessThan(8)
    }
  })

  it('spreads ids that follow each other', () => {
    const places = new Set(Array.from({ length: 64 }, (_, index) => stableIndex(String(7_400_000_000 + index), 8)))
    expect(places.size).toBe(8)
  })
})
