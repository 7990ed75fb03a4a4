import { describe, expect, it } from 'vitest'
import { detailAt } from '../cards/detail-context.ts'
import { isAllSeen, mapSize, viewportFor } from './fit.ts'

const sizes = [
  { width: 1384, height: 844 },
  { width: 924, height: 844 },
  { width: 620, height: 500 },
  { width: 380, height: 700 },
]
const contents = [
  { x: 0, y: 0, width: 536, height: 120 },
  { x: -300, y: -200, width: 2400, height: 400 },
  { x: 0, y: 0, width: 700, height: 1800 },
]

describe('fitting the view', () => {
  for (const size of sizes)
    for (const bounds of contents)
      it(`shows all of ${bounds.width} × ${bounds.height} in a window of ${size.width} × ${size.height}`, () => {
        const view = viewportFor(bounds, size, { top: 64, hasMap: true })
        expect(isAllSeen(bounds, view, size)).toBe(true)
        expect(view.zoom).toBeLessThanOrEqual(1)
        // The map in the corner must not cover the content either.
        const right = (bounds.x + bounds.width) * view.zoom + view.x
        const bottom = (bounds.y + bounds.height) * view.zoom + view.y
        const isUnder = right > size.width - mapSize.width - 16 && bottom > size.height - mapSize.height - 16
        expect(isUnder).toBe(false)
      })
  it('detects content outside of the window', () => {
    const bounds = { x: 0, y: 0, width: 500, height: 100 }
    expect(isAllSeen(bounds, { x: 0, y: 0, zoom: 1 }, { width: 600, height: 400 })).toBe(true)
    expect(isAllSeen(bounds, { x: 200, y: 0, zoom: 1 }, { width: 600, height: 400 })).toBe(false)
    expect(isAllSeen(bounds, { x: 0, y: -1, zoom: 1 }, { width: 600, height: 400 })).toBe(false)
  })
})

it('cards show their bodies down to 40 % zoom, or 60 % on canvases with many nodes', () => {
  expect([1, 0.6, 0.59, 0.4, 0.39, 0.29].map((zoom) => detailAt(zoom))).toEqual([
    'full',
    'full',
    'large',
    'large',
    'title',
    'block',
  ])
  expect(detailAt(0.5, true)).toBe('title')
})
