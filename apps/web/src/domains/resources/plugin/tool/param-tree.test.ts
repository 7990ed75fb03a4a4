import { ParameterLocation, ParameterType } from '@orrery/contract/shared/plugin-enums'
import { expect, test } from 'vitest'
import {
  addNode,
  changeNode,
  faultsOf,
  fromNodes,
  linesOf,
  moveNode,
  newNode,
  type ParamNode,
  removeNode,
  retype,
  toNodes,
  withPathNodes,
} from './param-tree.ts'
import { findUndeclared, mergeNodes, nodesOfValue, withUndeclared } from './value-nodes.ts'

const names = (nodes: readonly ParamNode[]): unknown[] =>
  nodes.map((node) => (node.children.length ? [node.name, names(node.children)] : node.name))
const answer = {
  places: [
    { name: 'Tiles', hours: { mon: 'closed' } },
    { name: 'Park', rating: 4.6 },
  ],
  total: 2,
}

test('a tree converted to parameters and back is unchanged', () => {
  const written = fromNodes(nodesOfValue(answer))
  expect(written[0]).toMatchObject({
    name: 'places',
    type: ParameterType.array,
    sub_type: ParameterType.object,
    sub_parameters: [{ name: '[Array Item]', type: ParameterType.object }],
  })
  expect(fromNodes(toNodes(written))).toEqual(written)
  expect(names(toNodes(written))).toEqual([['places', ['name', ['hours', ['mon']], 'rating']], 'total'])
})

test('items that are lists are preserved unchanged', () => {
  const inner = { name: '[Array Item]', type: ParameterType.integer, sub_parameters: [] }
  const list = { name: '[Array Item]', type: ParameterType.array, sub_type: 2, sub_parameters: [inner] }
  const grid = [{ name: 'grid', desc: '', type: 5, sub_type: 5, is_required: false, sub_parameters: [list] }]
  expect(fromNodes(toNodes(grid as never))[0]!.sub_parameters).toEqual([list])
})

test('nodes are added, changed, moved and removed at any depth', () => {
  const tree = nodesOfValue(answer)
  const [places] = tree
  const added = addNode(tree, places!.key, newNode({ name: 'price' }))
  expect(names(added)[0]).toEqual(['places', ['name', ['hours', ['mon']], 'rating', 'price']])
  const price = added[0]!.children.at(-1)!
  expect(names(moveNode(added, price.key, -1))[0]).toEqual(['places', ['name', ['hours', ['mon']], 'price', 'rating']])
  expect(names(removeNode(added, price.key))).toEqual(names(tree))
  const flat = changeNode(added, places!.key, retype(ParameterType.string))
  expect(names(flat)).toEqual(['places', 'total'])
})

test('a folded node hides its children', () => {
  const tree = nodesOfValue(answer)
  expect(linesOf(tree, new Set()).map((line) => `${line.level} ${line.node.name}`)).toEqual([
    '0 places',
    '1 name',
    '1 hours',
    '2 mon',
    '1 rating',
    '0 total',
  ])
  expect(linesOf(tree, new Set([tree[0]!.key])).map((line) => line.node.name)).toEqual(['places', 'total'])
})

test('names are required, and unique within their location', () => {
  const query = ParameterLocation.query
  const tree = [
    newNode({ name: 'a', location: query }),
    newNode({ name: 'a', location: ParameterLocation.header }),
    newNode({ name: 'a', location: query }),
    newNode({ name: ' ' }),
  ]
  expect([...faultsOf(tree).values()]).toEqual(['same', 'empty'])
})

test('names in the path become parameters and are removed with it', () => {
  const first = withPathNodes('/users/{id}', [newNode({ name: 'q', location: ParameterLocation.query })])
  expect(first.map((node) => [node.name, node.isRequired])).toEqual([
    ['id', true],
    ['q', false],
  ])
  expect(withPathNodes('/users', first).map((node) => node.name)).toEqual(['q'])
})

test('undeclared fields of a response are found by path', () => {
  const declared = toNodes(fromNodes(nodesOfValue({ places: [{ name: 'x' }] })))
  const found = findUndeclared(declared, answer)
  expect(found.map(({ path, parent }) => [path, parent === declared[0]!.key])).toEqual([
    ['places.hours', true],
    ['places.rating', true],
    ['total', false],
  ])
  expect(findUndeclared([], answer)).toEqual([])
})

test('undeclared fields are listed after the fields of their parent', () => {
  const declared = nodesOfValue({ places: [{ name: 'x', hours: { tue: '' } }], more: true })
  const rows = withUndeclared(linesOf(declared, new Set()), findUndeclared(declared, answer))
  expect(rows.map((row) => ('path' in row ? `+ ${row.path}` : row.node.name))).toEqual([
    'places',
    'name',
    'hours',
    'tue',
    '+ places.hours.mon',
    '+ places.rating',
    'more',
    '+ total',
  ])
})

test('a new response preserves the descriptions of known fields', () => {
  const before = nodesOfValue({ name: 'x', gone: 1 })
  before[0] = { ...before[0]!, desc: 'Shown name', isRequired: true }
  const merged = mergeNodes(before, nodesOfValue({ name: 'y', rating: 4 }))
  expect(merged.map((node) => [node.name, node.desc, node.isRequired])).toEqual([
    ['name', 'Shown name', true],
    ['rating', '', false],
  ])
})
