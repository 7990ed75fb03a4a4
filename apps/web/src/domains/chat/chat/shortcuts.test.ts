import { ShortcutInput } from '@orrery/contract/shared/bot-enums'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { backgroundStyle } from './components/chat-background.tsx'
import { acceptOf, calledBy, type ChatShortcut, firstValues, shortcutMessage, wordsAfter } from './shortcuts.ts'

const field = (name: string, inputType: number = ShortcutInput.text, more: object = {}) => ({
  name,
  description: '',
  inputType,
  options: [],
  value: '',
  uploadOptions: [],
  ...more,
})
const shortcut = (id: string, command: string, more: Partial<ChatShortcut> = {}): ChatShortcut => ({
  id,
  name: id,
  command,
  iconUrl: '',
  description: '',
  query: 'Plan {{city}} with {{map}}',
  fields: [],
  ...more,
})
const all = [shortcut('plan', '/plan'), shortcut('place', '/Place'), shortcut('button', '')]
const idsOf = (text: string) => calledBy(text, all).map(({ id }) => id)

describe('a typed command', () => {
  test('matches shortcuts that begin with it, or exactly one once words follow', () => {
    expect(idsOf('/')).toEqual(['plan', 'place'])
    expect(idsOf('/PL')).toEqual(['plan', 'place'])
    expect(idsOf('/place')).toEqual(['place'])
    expect(idsOf('/plan Oslo')).toEqual(['plan'])
    expect(idsOf('/pla Oslo')).toEqual([])
    expect(idsOf('plan')).toEqual([])
    expect(idsOf('a /plan')).toEqual([])
    expect(wordsAfter('/plan  a day in Oslo ')).toBe('a day in Oslo')
  })
  test('fills its words into the first text field', () => {
    const fields = [field('map', ShortcutInput.image), field('city'), field('days', ShortcutInput.text, { value: '2' })]
    expect(firstValues(shortcut('plan', '/plan', { fields }), 'Oslo')).toEqual({ city: 'Oslo', days: '2' })
    expect(firstValues(shortcut('plan', '/plan', { fields }), '')).toEqual({ city: '', days: '2' })
  })
})

describe('the message of a shortcut', () => {
  beforeAll(() => void vi.stubGlobal('location', { href: 'https://studio.test/chat/x' }))
  afterAll(() => void vi.unstubAllGlobals())
  test('has the values in place of the placeholders of the query', () => {
    expect(shortcutMessage(all[0]!, { city: 'Oslo' }, {})).toEqual({
      content: 'Plan Oslo with {{map}}',
      contentType: 'text',
      shortcut: { id: 'plan', values: { city: 'Oslo' } },
    })
  })
  test('contains its files; the query contains their names, and the tool gets their addresses', () => {
    const map = { uri: 'upload/1/m.png', url: '/files/m.png', name: 'm.png', size: 3, type: 'image/png', isImage: true }
    const made = shortcutMessage(all[0]!, { city: 'Oslo' }, { map })
    expect(made.contentType).toBe('mix')
    const items = (JSON.parse(made.content) as { item_list: { text?: string; image?: { key: string } }[] }).item_list
    expect(items[0]!.text).toBe('Plan Oslo with m.png')
    expect(items[1]!.image!.key).toBe('upload/1/m.png')
    expect(made.shortcut!.values).toEqual({ city: 'Oslo', map: 'https://studio.test/files/m.png' })
  })
})

test('a field accepts the files of its kind, and a mixed one those of its allowed kinds', () => {
  expect(acceptOf(field('x', ShortcutInput.ppt))).toBe('.ppt,.pptx')
  expect(acceptOf(field('x', ShortcutInput.mixed, { uploadOptions: [ShortcutInput.txt, ShortcutInput.ppt] }))).toBe(
    '.txt,.md,.ppt,.pptx',
  )
  expect(acceptOf(field('x', ShortcutInput.mixed))).toBe('')
})

test('a background fades at its sides and is placed as configured', () => {
  expect(backgroundStyle({ url: 'x' })).toEqual({ maskImage: undefined })
  expect(backgroundStyle({ url: 'x', fade: { left: 0.2, right: 0.1 } }).maskImage).toBe(
    'linear-gradient(to right, transparent, black 20%, black 90%, transparent)',
  )
  expect(backgroundStyle({ url: 'x', place: { left: 0.1, top: 0, width: 0.5, height: 2 } })).toMatchObject({
    left: '10%',
    top: '0%',
    width: '50%',
    height: '100%',
  })
})
