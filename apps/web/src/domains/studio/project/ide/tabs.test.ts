import { describe, expect, test } from 'vitest'
import { movedTab, neighbourOf, readLists, sentTab, withoutTabs, withTab } from './tab-list.ts'
import { pageHref, placeOfHref, readPlace } from './tab-place.ts'

describe('the URL of a tab', () => {
  test.each([
    ['workflow/12', { node_id: '5' }, '/work_flow?space_id=7&workflow_id=12&node_id=5'],
    ['plugin/3/tool/4', {}, '/space/7/plugin/3/tool/4'],
    ['knowledge/9/upload', { type: '1' }, '/space/7/knowledge/9/upload?type=1'],
    ['database/8', { tab: 'online' }, '/space/7/database/8?tab=online'],
  ])('%s is converted to a page URL and back', (path, search, href) => {
    const place = readPlace(path, search)!
    expect(pageHref('7', place)).toBe(href)
    expect(placeOfHref(href)).toEqual(place)
  })

  test('variables and conversations are pages of the project itself', () => {
    expect(readPlace('variables', { node_id: '5' })).toEqual({ key: 'variables', below: '', search: {} })
    expect(readPlace('variables/3')).toBeNull()
  })

  test.each(['', 'workflow', 'workflow/new', 'bot/3', 'publish'])('%j is not a tab', (path) =>
    expect(readPlace(path)).toBeNull(),
  )
  test.each(['/space/7/library/plugin', '/space/7/develop', '/work_flow?space_id=7', '/space/7/bot/3'])(
    '%s is not the page of a tab',
    (href) => expect(placeOfHref(href)).toBeNull(),
  )
})

describe('tabs in two halves', () => {
  test('a resource is open only once, in either half', () => {
    const lists = withTab([['workflow/1'], ['database/2']], 'database/2', 0)
    expect(lists).toEqual([['workflow/1'], ['database/2']])
    expect(withTab(lists, 'plugin/3', 1)).toEqual([['workflow/1'], ['database/2', 'plugin/3']])
  })
  test('the second half replaces the first when its last tab is closed', () => {
    expect(withoutTabs([['workflow/1'], ['database/2']], (key) => key === 'workflow/1')).toEqual([['database/2'], []])
  })
  test('closing other tabs affects both halves', () => {
    expect(withoutTabs([['a', 'b'], ['c']], (key) => key !== 'b')).toEqual([['b'], []])
  })
  test('a tab moves within its half, not beyond its ends', () => {
    expect(movedTab([['a', 'b', 'c'], []], 'c', 0)).toEqual([['c', 'a', 'b'], []])
    expect(movedTab([['a', 'b', 'c'], []], 'a', 9)).toEqual([['b', 'c', 'a'], []])
    expect(movedTab([['a'], []], 'x', 0)).toEqual([['a'], []])
  })
  test('a tab moves to the other half', () => {
    expect(sentTab([['a', 'b'], []], 'a', 1)).toEqual([['b'], ['a']])
    expect(sentTab([['a'], ['b']], 'b', 0)).toEqual([['a', 'b'], []])
  })
  test.each([
    [['a', 'b', 'c'], 'b', 'c'],
    [['a', 'b', 'c'], 'c', 'b'],
    [['a'], 'a', undefined],
  ])('in %j the neighbour of %s is %s', (list, key, next) => expect(neighbourOf(list, key)).toBe(next))
  test('stored data of another format is ignored', () => {
    expect(readLists('x')).toEqual([[], []])
    expect(readLists([['a', 3], null])).toEqual([['a'], []])
  })
})
