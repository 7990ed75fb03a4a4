import type { InterfaceDocument } from '@orrery/contract'
import { expect, test } from 'vitest'
import {
  applyEdits,
  clonePage,
  editsBetween,
  editsOfPages,
  emptyDocument,
  interfaceProblems,
  nodesOf,
  onlyPages,
  rightsOf,
  set,
} from './interface.ts'
import { renameIn, renameInValue } from './expression/rename.ts'

const node = (name: string, type: string, more: object = {}) => ({
  page: 'home',
  parent: '',
  order: 'i',
  type,
  name,
  props: {},
  visible: '',
  phone: {},
  events: {},
  ...more,
})
const drawn: InterfaceDocument = applyEdits(emptyDocument('Shop'), [
  set(
    { kind: 'table', target: '12', size: 10, sort: '', descending: false, search: '{{word.value}}' },
    'sources',
    'rows',
  ),
  set({ kind: 'table', target: '13', size: 10, sort: '', descending: false, search: '' }, 'sources', 'other'),
  set(node('word', 'input', { order: 'a' }), 'nodes', 'n1'),
  set(node('list', 'table', { order: 'b', props: { source: 'rows' }, visible: 'word.value != ""' }), 'nodes', 'n2'),
  set(
    node('send', 'button', {
      order: 'c',
      props: { label: 'Send {{word.value}}' },
      events: {
        click: [
          { type: 'update', source: 'rows', row: 'word.value', values: { a: '{{ {word: word.value} }}' }, done: [] },
        ],
      },
    }),
    'nodes',
    'n3',
  ),
])

test('names are replaced where they are read, and nowhere else', () => {
  const names = new Map([['word', 'word2']])
  expect(renameIn('word.value + user.word + "word"', names)).toBe('word2.value + user.word + "word"')
  expect(renameIn('{word: word.value}', names)).toBe('{word: word2.value}')
  expect(renameIn('a ? word : 1', names)).toBe('a ? word2 : 1')
  expect(renameIn('map(rows.data, word => word.name)', names)).toBe('map(rows.data, word => word.name)')
  expect(renameIn('word +', names)).toBe('word2 +')
  expect(renameIn('word # 1', names)).toBe('word # 1')
  expect(renameInValue(['word {{word.value}}', 3, null], names)).toEqual(['word {{word2.value}}', 3, null])
})
test('a copied page has its own components and its own sources that read them', () => {
  const { id, edits } = clonePage(drawn, 'home', 'Shop (copy)')
  const after = applyEdits(drawn, edits)
  expect(nodesOf(after, 'home')).toEqual(nodesOf(drawn, 'home'))
  const [word, list, send] = nodesOf(after, id)
  expect([word!.name, list!.name, send!.name]).toEqual(['word2', 'list2', 'send2'])
  expect(list).toMatchObject({ visible: 'word2.value != ""', props: { source: 'rows2' } })
  expect(send!.props['label']).toBe('Send {{word2.value}}')
  expect(send!.events['click']).toEqual([
    { type: 'update', source: 'rows2', row: 'word2.value', values: { a: '{{ {word: word2.value} }}' }, done: [] },
  ])
  expect(after.sources['rows2']).toMatchObject({ search: '{{word2.value}}' })
  expect(Object.keys(after.sources)).toEqual(['rows', 'other', 'rows2'])
  expect(interfaceProblems(after).filter(({ isError }) => isError)).toEqual([])
})
test('edits can turn any document into any other; for single pages they leave the rest alone', () => {
  const changed = applyEdits(drawn, [
    ...clonePage(drawn, 'home', 'Second').edits,
    set('#102030', 'theme', 'color'),
    { path: ['nodes', 'n1'], remove: true },
    { path: ['sources', 'other'], remove: true },
  ])
  expect(applyEdits(changed, editsBetween(changed, drawn))).toEqual(drawn)
  expect(editsBetween(drawn, drawn)).toEqual([])
  const back = applyEdits(changed, editsOfPages(changed, drawn, ['home']))
  expect(nodesOf(back, 'home')).toEqual(nodesOf(drawn, 'home'))
  expect(back.theme.color).toBe('#102030')
  expect(Object.keys(back.pages)).toHaveLength(2)
  expect(Object.keys(back.sources).toSorted()).toEqual(['other', 'rows', 'rows2'])
})
test('a document reduced to some pages opens with one of them', () => {
  const { id, edits } = clonePage(drawn, 'home', 'Second')
  const both = applyEdits(drawn, edits)
  const only = onlyPages(both, [id])
  expect(only.entry).toBe(id)
  expect(Object.keys(only.pages)).toEqual([id])
  expect(nodesOf(only)).toHaveLength(3)
  expect(onlyPages(both, ['home', id]).entry).toBe('home')
})
test('the rights of a published interface are listed table by table', () => {
  expect(rightsOf(drawn)).toEqual([
    { act: 'read', target: '12', writes: false },
    { act: 'change', target: '12', writes: true },
    { act: 'read', target: '13', writes: false },
  ])
  const chatting = applyEdits(drawn, [
    set(node('talk', 'chat', { props: { target: '99' } }), 'nodes', 'n4'),
    set({ kind: 'workflow', target: '14', inputs: {}, auto: false }, 'sources', 'sum'),
  ])
  expect(rightsOf(chatting)).toContainEqual({ act: 'chat', target: '99', writes: true })
  expect(rightsOf(chatting)).toContainEqual({ act: 'run', target: '14', writes: true })
})
