import { describe, expect, it } from 'vitest'
import { foldToFit, moveBoundary, storedShares } from './panel-sizes.ts'

describe('moving the boundary between two panels', () => {
  const sizes = [400, 300, 500]
  const least = [200, 200, 200]

  it('resizes two neighbours and leaves the third unchanged', () => {
    expect(moveBoundary(sizes, least, 0, 50)).toEqual([450, 250, 500])
    expect(moveBoundary(sizes, least, 1, -60)).toEqual([400, 240, 560])
  })

  it('stops at the minimum size of either side', () => {
    expect(moveBoundary(sizes, least, 0, 900)).toEqual([500, 200, 500])
    expect(moveBoundary(sizes, least, 0, -900)).toEqual([200, 500, 500])
  })

  it('does nothing at the last boundary or if there is too little room', () => {
    expect(moveBoundary(sizes, least, 2, 50)).toEqual(sizes)
    expect(moveBoundary([100, 300], [200, 200], 0, 10)).toEqual([100, 300])
  })
})

describe('panels in a window that is too small for them', () => {
  const panels = [
    { id: 'persona', min: 280, foldable: true },
    { id: 'skills', min: 320, foldable: true },
    { id: 'preview', min: 340, foldable: true },
  ]
  it('stay unchanged while there is room', () => {
    expect(foldToFit(panels, [], [], 942)).toEqual([])
    expect(foldToFit(panels, ['skills'], [], 662)).toEqual([])
  })
  it('fold one after the other from the first on, and one stays open', () => {
    expect(foldToFit(panels, [], [], 941)).toEqual(['persona'])
    expect(foldToFit(panels, [], [], 600)).toEqual(['persona', 'skills'])
    expect(foldToFit(panels, [], [], 100)).toEqual(['persona', 'skills'])
    expect(foldToFit(panels, ['preview'], [], 500)).toEqual(['persona'])
  })
  it('keep the most recently opened panel open', () => {
    expect(foldToFit(panels, [], ['persona'], 800)).toEqual(['skills'])
    expect(foldToFit(panels, [], ['persona', 'skills'], 800)).toEqual(['preview'])
  })
  it('do not fold those that cannot fold', () => {
    const [, ...rest] = panels
    expect(foldToFit([{ id: 'fixed', min: 500 }, ...rest], [], [], 900)).toEqual(['skills'])
    expect(
      foldToFit(
        [
          { id: 'a', min: 500 },
          { id: 'b', min: 500 },
        ],
        [],
        [],
        900,
      ),
    ).toEqual([])
  })
})

describe('stored shares', () => {
  it('are used when they fit the panels', () => {
    expect(storedShares([1, 2.5], 2)).toEqual([1, 2.5])
  })
  it.each([[null], [[1]], [[1, 0]], [[1, 'a']], [[1, Number.NaN]], ['1,2']])('%j is not', (stored) => {
    expect(storedShares(stored, 2)).toBeNull()
  })
})
