import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { interfaceDocument, schemaAt } from '@orrery/contract/shared/interface-document'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addNode,
  addPage,
  applyEdits,
  between,
  breaksOf,
  componentIn,
  copyNode,
  emptyDocument,
  fixOf,
  flat,
  formFor,
  indentNode,
  inputsOf,
  interfaceProblems,
  inverseOf,
  manifestOf,
  moveNode,
  nodesOf,
  placeBeside,
  removeNode,
  set,
  stepNode,
  tableFor,
  treeOf,
  withTargets,
} from './interface.ts'

const words = { send: 'Send', add: 'Add', page: 'Home' }
const flow = {
  id: '11',
  name: 'Translate text',
  isChat: false,
  inputs: [
    { name: 'input', type: 'string', required: true, description: 'Text' },
    { name: 'loud', type: 'boolean', required: false, description: '' },
  ],
}
const table = {
  id: '12',
  name: 'Orders',
  fields: [
    { name: 'city', type: 'text', required: true },
    { name: 'total', type: 'number', required: false },
  ],
}
const chat = { id: '13', name: 'Talk', isChat: true, inputs: [] }
const facts = { workflows: [flow, chat], tables: [table] }
const home = { page: 'home', parent: '' }
const start = () => emptyDocument('Home')
function add(document: InterfaceDocument, type: string, place = home, more = {}) {
  const { id, edits } = addNode(document, place, { type, ...more })
  return { id, document: applyEdits(document, edits) }
}
const shown = (document: InterfaceDocument) => flat(treeOf(document, 'home')).map(({ id }) => id)
const codes = (document: InterfaceDocument) => interfaceProblems(document, facts).map(({ code }) => code)

describe('editing', () => {
  test('components are added, moved, copied and removed, and every edit can be undone', () => {
    const one = add(start(), 'card')
    const two = add(one.document, 'text')
    const inside = add(two.document, 'input', { page: 'home', parent: one.id })
    let at = inside.document
    expect(shown(at)).toEqual([one.id, inside.id, two.id])
    const steps: InterfaceEdit[][] = [
      stepNode(at, two.id, -1),
      moveNode(at, inside.id, { ...home, after: '' }),
      indentNode(at, two.id, 1),
      copyNode(at, one.id).edits,
      removeNode(at, one.id),
    ]
    for (const edits of steps) {
      const back = inverseOf(at, edits)
      expect(edits).not.toEqual([])
      expect(applyEdits(applyEdits(at, edits), back)).toEqual(at)
    }
    at = applyEdits(at, steps[0]!)
    expect(shown(at)).toEqual([two.id, one.id, inside.id])
    const copy = copyNode(at, one.id)
    at = applyEdits(at, copy.edits)
    expect(
      nodesOf(at)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['card', 'card2', 'input', 'input2', 'text'])
    expect(interfaceDocument.safeParse(at).success).toBe(true)
  })
  test('a component never becomes its own ancestor, in whichever order the moves of two people arrive', () => {
    const one = add(start(), 'card')
    const two = add(one.document, 'card')
    const mine = set(two.id, 'nodes', one.id, 'parent')
    const yours = set(one.id, 'nodes', two.id, 'parent')
    for (const edits of [
      [mine, yours],
      [yours, mine],
    ])
      expect(shown(applyEdits(two.document, edits))).toHaveLength(2)
  })
  test('an edit inside a removed component does not bring it back', () => {
    const one = add(start(), 'text')
    const gone = applyEdits(one.document, removeNode(one.document, one.id))
    expect(applyEdits(gone, [set('late', 'nodes', one.id, 'props', 'text')])).toEqual(gone)
  })
  test('edits of different parts can be applied in any order', () => {
    const one = add(start(), 'text')
    const edits = [
      set('a', 'nodes', one.id, 'props', 'text'),
      set('good', 'nodes', one.id, 'props', 'tone'),
      set('user.name', 'nodes', one.id, 'visible'),
      set(4, 'theme', 'radius'),
    ]
    const straight = applyEdits(one.document, edits)
    fc.assert(
      fc.property(fc.shuffledSubarray(edits, { minLength: edits.length }), (mixed) => {
        expect(applyEdits(one.document, mixed)).toEqual(straight)
      }),
    )
  })
  test('there is always an order value between two others', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50 }), { maxLength: 60 }), (places) => {
        const list: string[] = []
        for (const place of places) {
          const at = place % (list.length + 1)
          list.splice(at, 0, between(list[at - 1] ?? '', list[at] ?? ''))
        }
        expect(list).toEqual(list.toSorted())
        expect(new Set(list).size).toBe(list.length)
      }),
    )
  })
  test('only paths of the document format can be set', () => {
    expect(schemaAt(['nodes', 'a', 'props', 'text'])).toBeDefined()
    for (const path of [
      ['nodes', '__proto__'],
      ['nodes', 'a', '__proto__'],
      ['nodes', 'a', 'constructor'],
      ['nodes', 'a', 'props', '__proto__'],
      ['format'],
      ['sources', 'No'],
      ['theme', 'toString'],
    ])
      expect(schemaAt(path), path.join('.')).toBeUndefined()
  })
})

describe('building', () => {
  test('a form takes its fields from the workflow, a table from the database', () => {
    const form = formFor(start(), home, flow, words)
    let at = applyEdits(start(), form.edits)
    expect(at.sources['translate_text']).toEqual({
      kind: 'workflow',
      target: '11',
      auto: false,
      inputs: { input: '{{input.value}}', loud: '{{loud.value}}' },
    })
    expect(flat(treeOf(at, 'home')).map(({ type }) => type)).toEqual(['form', 'input', 'switch', 'button', 'answer'])
    at = applyEdits(at, tableFor(at, home, table, words).edits)
    expect(codes(at)).toEqual([])
    expect(interfaceDocument.safeParse(at).success).toBe(true)
    expect(manifestOf(at)).toEqual({
      workflows: ['11'],
      tables: ['12'],
      writes: { insert: ['orders'], update: ['orders'], remove: ['orders'] },
      chat: '',
    })
  })
  test('fixed inputs come from the author, the others from the visitor, and undeclared ones are dropped', () => {
    const document = {
      ...start(),
      sources: {
        go: { kind: 'workflow' as const, target: '11', auto: false, inputs: { mode: 'safe', input: '{{a.value}}' } },
      },
    }
    expect(inputsOf(document, 'go', { mode: 'other', input: 'x', extra: 1 })).toEqual({ mode: 'safe', input: 'x' })
    expect(inputsOf(document, '__proto__', { input: 'x' })).toEqual({})
  })
  test('a copy uses its own workflows and tables', () => {
    const at = applyEdits(start(), formFor(start(), home, flow, words).edits)
    expect(manifestOf(withTargets(at, new Map([['11', '21']]))).workflows).toEqual(['21'])
    expect(manifestOf(withTargets(at, new Map([['11', undefined]]))).workflows).toEqual([])
  })
})

test('a dragged component is placed before, after or inside the one it is dropped on', () => {
  const one = add(start(), 'text')
  const two = add(one.document, 'text')
  const box = add(two.document, 'stack')
  const drop = (moved: string, on: string, side: 'before' | 'after' | 'inside') =>
    shown(applyEdits(box.document, moveNode(box.document, moved, placeBeside(box.document, on, side, moved)!)))
  expect(drop(box.id, one.id, 'before')).toEqual([box.id, one.id, two.id])
  expect(drop(one.id, two.id, 'after')).toEqual([two.id, one.id, box.id])
  // It is already there.
  expect(drop(one.id, two.id, 'before')).toEqual([one.id, two.id, box.id])
  expect(drop(one.id, box.id, 'inside')).toEqual([two.id, box.id, one.id])
  expect(drop(box.id, box.id, 'inside')).toEqual([one.id, two.id, box.id])
  expect(placeBeside(box.document, 'gone', 'after')).toBeUndefined()
})

describe('components of packages', () => {
  const stars = {
    name: 'stars',
    title: 'Stars',
    description: '',
    props: [{ name: 'max', kind: 'number' as const, initial: 5 }],
    events: ['change'],
  }
  const imported = () => ({
    ...start(),
    packages: { rating: { id: '7', version: '1.0.0', title: 'Rating', components: [stars] } },
  })
  const used = () => add(imported(), 'rating/stars', home, { events: { change: [{ type: 'toast', text: 'x' }] } })
  test('are described by the document, start with initial values, and have a value if they have a change event', () => {
    const { id, document } = used()
    expect(interfaceDocument.safeParse(document).success).toBe(true)
    expect(document.nodes[id]!.props).toEqual({ max: 5 })
    expect(componentIn(document, 'rating/stars')).toMatchObject({ title: 'Stars', isInput: true })
    expect(
      codes(add(document, 'text', home, { props: { text: `{{${document.nodes[id]!.name}.value}}` } }).document),
    ).toEqual([])
  })
  test('are a problem if their package is not imported or belongs to another space', () => {
    const { document } = used()
    expect(codes({ ...document, packages: {} })).toContain('unknownType')
    const elsewhere = { ...facts, packages: ['8'] }
    expect(interfaceProblems(document, elsewhere).map(({ code }) => code)).toContain('unknownType')
    expect(componentIn(document, '__proto__/stars')).toBeUndefined()
    expect(schemaAt(['packages', 'rating'])).toBeUndefined()
  })
  test('break if the component or an event in use is missing, or a setting has another type', () => {
    const { document } = used()
    const reasons = (next: (typeof stars)[]) =>
      breaksOf(document, 'rating', next).map(({ reason, name }) => [reason, name])
    expect(reasons([stars])).toEqual([])
    expect(reasons([])).toEqual([['component', 'stars']])
    const text = [{ ...stars.props[0]!, kind: 'text' as const }] as unknown as typeof stars.props
    expect(reasons([{ ...stars, props: text, events: [] }])).toEqual([
      ['prop', 'max'],
      ['event', 'change'],
    ])
  })
})

describe('problems', () => {
  const text = (value: string) => add(start(), 'text', home, { props: { text: value } }).document
  const withSource = (source: object) => applyEdits(start(), [set(source, 'sources', 'go')])
  const second = () => applyEdits(start(), addPage(start(), 'Second').edits)
  const cases: [string, InterfaceDocument][] = [
    ['badExpression', text('{{1 +}}')],
    ['unknownName', text('{{nobody.value}}')],
    ['unknownName', text('{{var.missing}}')],
    ['unknownName', text('{{item.city}}')],
    ['unknownSource', add(start(), 'table').document],
    ['unknownType', add(start(), 'hologram').document],
    ['noAlt', add(start(), 'image').document],
    ['formWithoutButton', add(start(), 'form').document],
    ['noChatflow', add(start(), 'chat').document],
    ['goneTarget', withSource({ kind: 'table', target: '99', size: 20, sort: '', descending: false, search: '' })],
    ['missingInput', withSource({ kind: 'workflow', target: '11', inputs: {}, auto: false })],
    ['unreachable', second()],
    ['unknownPage', add(start(), 'button', home, { events: { click: [{ type: 'go', page: 'nowhere' }] } }).document],
    [
      'unknownVariable',
      add(start(), 'button', home, { events: { click: [{ type: 'set', name: 'x', value: 1 }] } }).document,
    ],
    ['noPage', applyEdits(start(), [{ path: ['pages', 'home'], remove: true }])],
  ]
  test.each(cases)('%s is found, and one click resolves it', (code, document) => {
    expect(codes(document)).toContain(code)
    const found = interfaceProblems(document, facts).find((problem) => problem.code === code)!
    expect(codes(applyEdits(document, fixOf(document, found, words, facts)))).not.toContain(code)
  })
  test('inside a list the item has a name', () => {
    const list = add(start(), 'repeat', home, { props: { items: '{{[1, 2]}}' } })
    expect(
      codes(
        add(list.document, 'text', { page: 'home', parent: list.id }, { props: { text: '{{item}} {{index}}' } })
          .document,
      ),
    ).toEqual([])
  })
  test('duplicate names, a second chat, and a child of a component that holds none are reported', () => {
    const one = add(start(), 'input')
    const two = add(one.document, 'input')
    expect(codes(applyEdits(two.document, [set('input', 'nodes', two.id, 'name')]))).toEqual(['doubleName'])
    const inside = applyEdits(two.document, [set(one.id, 'nodes', two.id, 'parent')])
    expect(codes(inside)).toEqual(['wrongPlace'])
    const chats = add(add(start(), 'chat', home, { props: { target: '13' } }).document, 'chat', home, {
      props: { target: '13' },
    })
    expect(codes(chats.document)).toEqual(['secondChat'])
  })
})

test('the first five pages are reachable through the tab bar of a phone', () => {
  let document = start()
  for (let n = 0; n < 5; n += 1) document = applyEdits(document, addPage(document, `Page ${n}`).edits)
  const lost = () => codes(document).filter((code) => code === 'unreachable').length
  expect(lost()).toBe(5)
  document = applyEdits(document, [set(true, 'theme', 'tabBar')])
  expect(interfaceDocument.safeParse(document).success).toBe(true)
  expect(lost()).toBe(1)
})

test('components in a list know its item at any depth, components outside do not', () => {
  const list = add(start(), 'repeat', home, { props: { items: '{{[1, 2]}}' } })
  const card = add(list.document, 'dialog', { page: 'home', parent: list.id })
  const inside = add(card.document, 'text', { page: 'home', parent: card.id }, { props: { text: '{{item}}' } })
  expect(codes(inside.document)).toEqual([])
  expect(codes(add(inside.document, 'text', home, { props: { text: '{{item}}' } }).document)).toEqual(['unknownName'])
})
