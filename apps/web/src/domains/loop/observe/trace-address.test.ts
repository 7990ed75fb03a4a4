import { describe, expect, it } from 'vitest'
import { hasValue, readTraceAddress, timesOf, toggleValue, writeTraceAddress } from './trace-address.ts'

describe('the address of a list of traces', () => {
  it('is unchanged by writing and reading, and is empty for the default list', () => {
    expect(writeTraceAddress(readTraceAddress({}))).toEqual({})
    const address = {
      range: 'week' as const,
      part: '1000-2000',
      words: 'lisbon',
      conditions: [{ field: 'status', type: 'in' as const, values: ['error'] }],
      view: '12',
    }
    expect(readTraceAddress(writeTraceAddress(address))).toEqual(address)
  })
  it('ignores invalid values', () => {
    expect(readTraceAddress({ range: 'era', part: 'x', filters: '{', words: 3 })).toEqual(readTraceAddress({}))
  })
  it('adds and removes values of a facet', () => {
    const one = toggleValue([], 'object', 'shop')
    const two = toggleValue(one, 'object', 'desk')
    expect(hasValue(two, 'object', 'shop') && hasValue(two, 'object', 'desk')).toBe(true)
    expect(toggleValue(toggleValue(two, 'object', 'shop'), 'object', 'desk')).toEqual([])
  })
  it('contains the marked part of the period', () => {
    expect(timesOf({ range: 'hour', part: '' }, 3_600_001)).toEqual({ start_time: 60_000, end_time: 3_660_000 })
    expect(timesOf({ range: 'hour', part: '5-9' }, 3_600_000)).toEqual({ start_time: 5, end_time: 9 })
  })
})
