import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readStored } from './local-store.ts'
import { forgetRecent, type RecentItem, rememberRecent } from './recent.ts'

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())
const item = (id: string, name = id): RecentItem => ({ id, kind: 'bot', name, href: `/space/1/bot/${id}` })
const names = (spaceId: string) => readStored<RecentItem[]>(`recent.${spaceId}`, []).map(({ name }) => name)

it('the last opened entry is first, listed once, with its newest name', () => {
  for (const id of ['a', 'b', 'c']) rememberRecent('1', item(id))
  rememberRecent('1', item('a', 'a renamed'))
  expect(names('1')).toEqual(['a renamed', 'c', 'b'])
})

it('remembers eight entries for each space', () => {
  for (let index = 0; index < 10; index += 1) rememberRecent('1', item(String(index)))
  rememberRecent('2', item('other'))
  expect(names('1')).toEqual(['9', '8', '7', '6', '5', '4', '3', '2'])
  expect(names('2')).toEqual(['other'])
})

it('drops deleted entries', () => {
  rememberRecent('1', item('a'))
  rememberRecent('1', item('b'))
  forgetRecent('1', 'a')
  expect(names('1')).toEqual(['b'])
})
