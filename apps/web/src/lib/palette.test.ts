import { describe, expect, it } from 'vitest'
import { matchText } from './match-text.ts'
import { moveIndex } from './list-keys.ts'
import { findItems, type PaletteItem, readPaletteQuery } from './palette.ts'

describe('matchText', () => {
  const shown = (query: string, text: string) =>
    matchText(query, text)?.ranges.map(([start, end]) => text.slice(start, end))

  it.each([
    ['dev', 'Develop', ['Dev']],
    ['SET', 'Members and settings', ['set']],
    ['资源', '资源库', ['资源']],
    ['settings members', 'Members and settings', ['Members', 'settings']],
    ['mas', 'Members and settings', ['M', 'a', 's']],
  ])('finds %s in %s', (query, text, parts) => expect(shown(query, text)).toEqual(parts))

  it.each([
    ['xyz', 'Develop'],
    ['elp', 'Develop'],
    ['members x', 'Members and settings'],
  ])('does not find %s in %s', (query, text) => expect(matchText(query, text)).toBeNull())

  it('ranks exact matches first, then starts, then starts of words, then substrings, then scattered letters', () => {
    const texts = ['bot', 'bot list', 'my bot', 'robot', 'big old tree']
    const scores = texts.map((text) => matchText('bot', text)!.score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(scores).size).toBe(texts.length)
  })
})

describe('the palette', () => {
  const item = (id: string, group: PaletteItem['group'], label: string, more: Partial<PaletteItem> = {}) => ({
    id,
    group,
    label,
    ...more,
  })
  const items = [
    item('dev', 'goto', 'Develop'),
    item('dark', 'do', 'Theme: Dark'),
    item('team', 'spaces', 'Dev team'),
    item('api', 'goto', 'API reference', { keywords: 'developer docs' }),
  ]
  const ids = (typed: string, answered: PaletteItem[] = []) =>
    findItems(items, readPaletteQuery(typed), answered).map(({ group, items: rows }) => [
      group,
      ...rows.map(({ id }) => id),
    ])

  it('lists everything by group while nothing is typed', () => {
    expect(ids('')).toEqual([
      ['goto', 'dev', 'api'],
      ['spaces', 'team'],
      ['do', 'dark'],
    ])
  })

  it('lists the best match first, and only once', () => {
    expect(ids('dev')).toEqual([
      ['best', 'dev'],
      ['spaces', 'team'],
      ['goto', 'api'],
    ])
  })

  it.each([
    ['>', { group: 'do', text: '' }],
    ['> dark ', { group: 'do', text: 'dark' }],
    [' @ann', { group: 'people', text: 'ann' }],
    ['#refund', { group: 'text', text: 'refund' }],
    ['a>b', { group: null, text: 'a>b' }],
  ])('reads %j as %j', (typed, query) => expect(readPaletteQuery(typed)).toEqual(query))

  it('narrows the search by the sign before the keywords', () => {
    expect(ids('>')).toEqual([['do', 'dark']])
    expect(ids('>d')).toEqual([['best', 'dark']])
  })

  it('shows results of the server regardless of their label', () => {
    expect(ids('@ann', [item('p1', 'people', 'Zoe')])).toEqual([['best', 'p1']])
  })
})

it('the active item wraps around', () => {
  expect([moveIndex('ArrowDown', 2, 3), moveIndex('ArrowUp', 0, 3), moveIndex('ArrowDown', 0, 0)]).toEqual([
    0,
    2,
    undefined,
  ])
  expect(moveIndex('a', 1, 3)).toBeUndefined()
})
