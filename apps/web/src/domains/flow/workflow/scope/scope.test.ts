import { listType, literal, objectType, reference, variable } from '@orrery/engine/describe'
import { describe, expect, test } from 'vitest'
import type { Canvas, CanvasEdge, CanvasNode } from '../document/canvas.ts'
import { findValue } from './find-value.ts'
import { fitOf } from './fit.ts'
import { roundSources, sameSources, scopeSources } from './scope-sources.ts'
import { globalRef, scopeTree } from './scope-tree.ts'

const node = (id: string, type: string, data: CanvasNode['data'] = {}, rest: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type,
  data: { nodeMeta: { title: id }, ...data },
  ...rest,
})
const edge = (sourceNodeID: string, targetNodeID: string): CanvasEdge => ({ sourceNodeID, targetNodeID })
const plan = objectType(variable('total', 'float'), variable('days', listType(objectType(variable('stops')))))

const loop = node(
  'loop',
  '21',
  {
    inputs: {
      loopType: 'array',
      inputParameters: [{ name: 'day', input: reference(listType(objectType(variable('city'))), 'llm', 'plan.days') }],
      variableParameters: [{ name: 'sum', input: literal('float', '0') }],
    },
    outputs: [{ name: 'done', input: reference(listType('string'), 'inner2', 'output') }],
  },
  {
    blocks: [
      node('inner1', '15', { outputs: [variable('output')] }),
      node('inner2', '5', { outputs: [variable('output')] }),
    ],
    edges: [edge('loop', 'inner1'), edge('inner1', 'inner2'), edge('inner2', 'loop')],
  },
)
const canvas: Canvas = {
  nodes: [
    node('start', '1', { outputs: [variable('brief'), variable('picture', { type: 'string', assistType: 2 })] }),
    node('llm', '3', { outputs: [variable('plan', plan)] }),
    node('aside', '15', { outputs: [variable('output')] }),
    loop,
    node('end', '2'),
  ],
  edges: [edge('start', 'llm'), edge('start', 'aside'), edge('llm', 'loop'), edge('loop', 'end'), edge('aside', 'end')],
}
const namesAt = (id: string) =>
  scopeTree(scopeSources(canvas, id)).map((group) => [group.id, group.values.map((value) => value.name)])

describe('values available at a node', () => {
  test('come from earlier nodes only, nearest first', () => {
    expect(namesAt('loop')).toEqual([
      ['outputs:llm', ['plan']],
      ['outputs:start', ['brief', 'picture']],
    ])
    expect(namesAt('start')).toEqual([])
    expect(namesAt('end').map(([id]) => id)).toEqual(['outputs:loop', 'outputs:aside', 'outputs:llm', 'outputs:start'])
  })

  test('inside a loop also include its item, index and variables, and the nodes before the loop', () => {
    expect(namesAt('inner2')).toEqual([
      ['outputs:inner1', ['output']],
      ['round:loop', ['day', 'index', 'sum']],
      ['outputs:llm', ['plan']],
      ['outputs:start', ['brief', 'picture']],
    ])
    const round = scopeTree(scopeSources(canvas, 'inner1')).find((group) => group.as === 'round')!
    expect(round.values[0]!.type.type).toBe('object')
    expect(round.values[0]!.children.map((child) => child.ref.name)).toEqual(['day.city'])
  })

  test('include no item in a loop that counts', () => {
    const counting = { ...loop, data: { ...loop.data, inputs: { ...loop.data.inputs, loopType: 'count' } } }
    const other = { ...canvas, nodes: canvas.nodes.map((node) => (node.id === 'loop' ? counting : node)) }
    const round = scopeTree(scopeSources(other, 'inner1')).find((group) => group.as === 'round')!
    expect(round.values.map((value) => value.name)).toEqual(['index', 'sum'])
  })

  test('for the outputs of a loop are those of its inner nodes and its own variables', () => {
    expect(scopeTree(roundSources(canvas, 'loop')).map((group) => group.id)).toEqual([
      'outputs:inner1',
      'outputs:inner2',
      'round:loop',
    ])
  })

  test('in batch mode include the items of the node', () => {
    const batch = {
      batchEnable: true,
      inputLists: [{ name: 'item1', input: reference(listType('integer'), 'x', 'y') }],
    }
    const canvas: Canvas = { nodes: [node('10', '3', { inputs: { batch } })], edges: [] }
    const [group] = scopeTree(scopeSources(canvas, '10'))
    expect(group!.values.map(({ name, type }) => [name, type.type])).toEqual([['item1', 'integer']])
  })

  test('are found in a cycle of edges too, and never include the node itself', () => {
    const ring: Canvas = {
      nodes: [node('a', '15'), node('b', '15', { outputs: [variable('o')] })],
      edges: [edge('a', 'b'), edge('b', 'a')],
    }
    expect(scopeSources(ring, 'a').map((scopeSource) => scopeSource.node.id)).toEqual(['b'])
  })

  test('include persistent variables', () => {
    const tree = scopeTree([], [{ kind: 'app', ...variable('budget', 'float') }])
    expect(tree[0]!.values[0]!.ref).toEqual(globalRef('app', ['budget']))
  })
})

describe('a reference', () => {
  const scope = scopeTree(scopeSources(canvas, 'loop'))
  const find = (blockID: string, name: string) => findValue(scope, { source: 'block-output', blockID, name })

  test('resolves to its value, inside an array to the first element', () => {
    expect(find('llm', 'plan.total')!.value.type.type).toBe('float')
    expect(find('llm', 'plan.total')!.value.isFirstItem).toBe(false)
    expect(find('llm', 'plan.days.stops')!.value.isFirstItem).toBe(true)
  })
  test('is broken if the node or the name does not exist, or comes later', () => {
    expect(find('llm', 'plan.cost')).toBeUndefined()
    expect(find('gone', 'x')).toBeUndefined()
    expect(find('aside', 'output')).toBeUndefined()
  })
  test('is valid for any field of an object without declared fields', () => {
    const open = scopeTree([{ as: 'outputs', node: node('n', '5', { outputs: [variable('o', objectType())] }) }])
    expect(findValue(open, { source: 'block-output', blockID: 'n', name: 'o.a.b' })).toBeDefined()
  })
})

test('scopes are equal as long as the data of their nodes is the same', () => {
  const moved = { ...canvas, nodes: canvas.nodes.map((node) => ({ ...node, meta: { position: { x: 1, y: 2 } } })) }
  expect(sameSources(scopeSources(canvas, 'end'), scopeSources(moved, 'end'))).toBe(true)
  const renamed = { ...canvas, nodes: canvas.nodes.map((node) => ({ ...node, data: { ...node.data } })) }
  expect(sameSources(scopeSources(canvas, 'end'), scopeSources(renamed, 'end'))).toBe(false)
})

test.each([
  ['string', 'string', 'fits'],
  ['integer', 'float', 'fits'],
  ['float', 'integer', 'cut'],
  ['integer', 'string', 'asText'],
  ['object', 'string', 'asJson'],
  ['string', 'integer', 'asNumber'],
  ['string', 'list', 'parsed'],
  ['integer', 'list', 'no'],
  ['boolean', 'integer', 'no'],
  ['list', 'object', 'no'],
] as const)('%s where %s is expected: %s', (from, to, fit) => {
  expect(fitOf({ type: from }, { type: to })).toBe(fit)
})
test('lists fit if their elements fit', () => {
  expect(fitOf(listType('integer'), listType('string'))).toBe('asText')
  expect(fitOf(listType('boolean'), listType('integer'))).toBe('no')
  expect(fitOf(listType('boolean'), { type: 'list' })).toBe('fits')
})
