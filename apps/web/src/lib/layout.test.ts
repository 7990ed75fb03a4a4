import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { breakpoints, columnWidth, fileColumns, isAtBottom, isAtTop, isNarrow } from './layout.ts'

describe('widths', () => {
  it.each([
    [undefined, 136],
    [1920, 160],
    [1600, 160],
    [1599, 136],
    [1400, 136],
    [1399, 76],
    [1280, 76],
    [1279, 80],
    [320, 80],
  ])('gives a viewport of %s a column of %d', (viewport, width) => {
    expect(columnWidth(viewport)).toBe(width)
  })

  it('lists files in three columns above 500 px', () => {
    expect(fileColumns(500)).toBe(2)
    expect(fileColumns(501)).toBe(3)
  })

  it('is narrow at 640 px and less', () => {
    expect([isNarrow(640), isNarrow(641)]).toEqual([true, false])
  })

  it('has the same breakpoints in the styles', () => {
    const styles = readFileSync(new URL('../styles/theme.css', import.meta.url), 'utf8')
    const inStyles = [...styles.matchAll(/--breakpoint-([\w\\.]+): (\d+)px/g)]
    expect(Object.fromEntries(inStyles.map(([, name, width]) => [name!.replace('\\', ''), Number(width)]))).toEqual(
      breakpoints,
    )
  })
})

describe('scroll thresholds', () => {
  const view = (scrollTop: number) => ({ scrollTop, scrollHeight: 1000, clientHeight: 400 })
  it('reaches the top within 10 px', () => {
    expect([isAtTop(view(10)), isAtTop(view(11))]).toEqual([true, false])
  })
  it('reaches the bottom within 50 px', () => {
    expect([isAtBottom(view(549)), isAtBottom(view(550))]).toEqual([false, true])
  })
})
