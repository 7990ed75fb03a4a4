import { describe, expect, it } from 'vitest'
import { allState, toggleAll, toggleOne, toggleRange } from './selection.ts'

const keys = ['a', 'b', 'c', 'd']
const of = (...chosen: string[]) => new Set(chosen)

describe('choosing rows', () => {
  it('adds and removes one without changing the old set', () => {
    const before = of('a')
    expect(toggleOne(before, 'b')).toEqual(of('a', 'b'))
    expect(toggleOne(before, 'a')).toEqual(of())
    expect(before).toEqual(of('a'))
  })

  it('selects all visible rows, then none, and keeps the selection of other rows', () => {
    expect(toggleAll(of('b', 'x'), keys)).toEqual(of('a', 'b', 'c', 'd', 'x'))
    expect(toggleAll(of('x', ...keys), keys)).toEqual(of('x'))
  })

  it('takes a range in either direction', () => {
    expect(toggleRange(of('b'), keys, 'b', 'd')).toEqual(of('b', 'c', 'd'))
    expect(toggleRange(of('d'), keys, 'd', 'b')).toEqual(of('b', 'c', 'd'))
    expect(toggleRange(of(...keys), keys, 'b', 'd')).toEqual(of('a'))
  })

  it('takes only the row itself if the start of the range no longer exists', () => {
    expect(toggleRange(of(), keys, null, 'c')).toEqual(of('c'))
    expect(toggleRange(of(), keys, 'gone', 'c')).toEqual(of('c'))
  })

  it('distinguishes none, some and all', () => {
    expect(allState(of('x'), keys)).toBe('none')
    expect(allState(of('a', 'x'), keys)).toBe('some')
    expect(allState(of(...keys), keys)).toBe('all')
    expect(allState(of(), [])).toBe('none')
  })
})
