import { describe, expect, it } from 'vitest'
import { edge, end, loop, node, refersTo, row, start } from '../testing/canvases.ts'
import type { Canvas } from './canvas.ts'
import { edgesIn, findNode, parentOf } from './canvas-index.ts'
import { readFragment, writeFragment } from './clipboard.ts'
import { type Refusal, refusalOf } from './connection-rules.ts'
import { createDocumentStore } from './document-store.ts'
import { connect, type Line, reconnect } from './edits/edge-edits.ts'
import { copyFragment, duplicate, pasteFragment } from './edits/fragment.ts'
import { addGroup } from './edits/group-edits.ts'
import { insertAfter, insertOnEdge } from './edits/insert.ts'
import { moveBy } from './edits/move-inside.ts'
import { levelRefusal, moveToLevel } from './edits/move-level.ts'
import { removeNodes, setNode, setTitle } from './edits/node-edits.ts'
import { referencesIn, renameReferences } from './edits/references.ts'
import { sourcePortsOf } from './ports.ts'

describe('the document', () => {
  it('typing in one field is one undo step until a pause', () => {
    let now = 0
    const store = createDocumentStore(row(), () => now)
    const type = (title: string) =>
      store.apply((canvas) => setTitle(canvas, '11', title), { label: 'type', merge: 'title:11' })
    type('a')
    now += 500
    type('ab')
    now += 5_000
    type('abc')
    store.undo()
    expect(findNode(store.get(), '11')?.data.nodeMeta?.title).toBe('ab')
    store.undo()
    expect(findNode(store.get(), '11')?.data.nodeMeta?.title).toBe('node 11')
    expect(store.canUndo()).toBe(false)
    store.redo()
    expect(findNode(store.get(), '11')?.data.nodeMeta?.title).toBe('ab')
  })
  it('typing after an undo is not merged into the step before it', () => {
    const store = createDocumentStore(row(), () => 0)
    store.apply((canvas) => setTitle(canvas, '11', 'one'), { label: 'a', merge: 'k' })
    store.undo()
    store.redo()
    store.apply((canvas) => setTitle(canvas, '11', 'two'), { label: 'b', merge: 'k' })
    store.undo()
    expect(findNode(store.get(), '11')?.data.nodeMeta?.title).toBe('one')
  })
  it('the next edit discards the redo steps, and deleted nodes leave the selection', () => {
    const store = createDocumentStore(row())
    store.select(['11', '21'])
    store.apply((canvas) => removeNodes(canvas, ['11']), { label: 'remove' })
    expect([...store.selection()]).toEqual(['21'])
    store.undo()
    expect(store.canRedo()).toBe(true)
    store.apply((canvas) => setTitle(canvas, '11', 'x'), { label: 'title' })
    expect(store.canRedo()).toBe(false)
  })
})

describe('nodes', () => {
  it('a change to an inner node changes only this node and its loop', () => {
    const before = row()
    const after = setNode(before, '22', (item) => ({ ...item, extra: 1 }))
    expect(findNode(after, '22')?.['extra']).toBe(1)
    expect(after.nodes[1]).toBe(before.nodes[1])
    expect(after.edges).toBe(before.edges)
  })
  it('removing a node removes its edges, its inner nodes and its place in groups', () => {
    const grouped = addGroup(row(), { id: 'g', title: 'G', nodeIds: ['11', '21'] })
    const left = removeNodes(grouped, ['21'])
    expect(findNode(left, '22')).toBeUndefined()
    expect(left.edges).toEqual([edge('100001', '11')])
    expect(left.groups).toEqual([{ id: 'g', title: 'G', nodeIds: ['11'] }])
    expect(removeNodes(left, ['11']).groups).toEqual([])
  })
  it('a loop moves with the corner of its content, so that no node jumps', () => {
    const two = setNode(row(), '21', (item) => ({
      ...item,
      blocks: [...item.blocks!, node('23', '15', { meta: { position: { x: 300, y: 0 } } })],
    }))
    const left = moveBy(two, new Map([['22', { x: -40, y: -10 }]]))
    expect(findNode(left, '22')?.meta?.position).toEqual({ x: -40, y: -10 })
    expect(findNode(left, '21')?.meta?.position).toEqual({ x: -40, y: -10 })
    const right = moveBy(two, new Map([['23', { x: 50, y: 0 }]]))
    expect(findNode(right, '21')?.meta?.position).toEqual({ x: 0, y: 0 })
  })
  it('a node inserted into an edge moves the following nodes right', () => {
    const [first] = edgesIn(row())
    const next = insertOnEdge(row(), node('77', '15', { meta: { position: { x: 10, y: 0 } } }), {
      edgeId: first!.id,
      room: 272,
    })
    expect(next.edges).toContainEqual(edge('100001', '77'))
    expect(next.edges).toContainEqual(edge('77', '11'))
    expect(next.edges).not.toContainEqual(edge('100001', '11'))
    expect(findNode(next, '11')?.meta?.position?.x).toBe(282)
  })
  it('a node inserted after the start of an iteration is added to the loop', () => {
    const next = insertAfter(row(), node('78'), { source: '21', sourcePort: 'loop-function-inline-output' })
    expect(parentOf(next, '78')?.id).toBe('21')
    expect(findNode(next, '21')?.edges).toContainEqual(edge('21', '78', 'loop-function-inline-output'))
  })
})

describe('copies', () => {
  const linked: Canvas = {
    nodes: [
      start,
      node('1'),
      node('2', '15', {
        data: {
          inputs: {
            inputParameters: [refersTo('1'), refersTo('100001')],
            url: '{{block_output_1.url}}/{{block_output_100001.x}}',
          },
        },
      }),
      end,
    ],
    edges: [edge('100001', '1'), edge('1', '2'), edge('2', '900001')],
  }
  const counter = () => {
    let count = 0
    return () => `new${++count}`
  }
  it('get new ids, and references between them point to the copies', () => {
    const { canvas, ids } = pasteFragment(linked, copyFragment(linked, ['1', '2', '100001']), { newId: counter() })
    expect(ids).toEqual(['new1', 'new2'])
    expect(canvas.edges).toContainEqual(edge('new1', 'new2'))
    expect([...referencesIn(findNode(canvas, 'new2')!.data)].toSorted()).toEqual(['100001', 'new1'])
    expect(findNode(canvas, 'new2')!.data.inputs!['url']).toBe('{{block_output_new1.url}}/{{block_output_100001.x}}')
    expect(findNode(canvas, '2')).toBe(linked.nodes[2])
  })
  it('of a loop include its inner nodes', () => {
    const { canvas, ids } = duplicate(row(), ['21', '22'], counter())
    expect(ids).toEqual(['new1'])
    expect(findNode(canvas, 'new1')?.edges).toEqual([
      edge('new1', 'new2', 'loop-function-inline-output'),
      edge('new2', 'new1', undefined, 'loop-function-inline-input'),
    ])
  })
  it('are read back from text, also from whole canvases and from other editors', () => {
    const fragment = copyFragment(linked, ['1', '2'])
    expect(readFragment(writeFragment(fragment))).toEqual(fragment)
    expect(readFragment(JSON.stringify(linked))?.nodes).toHaveLength(4)
    expect(readFragment(JSON.stringify({ type: 'other', json: linked }))?.nodes).toHaveLength(4)
    for (const text of ['', 'hello', '{"a":1}', '{"nodes":[]}', '[1]']) expect(readFragment(text)).toBeNull()
  })
  it('omit loops inside a loop, and "break" outside of one', () => {
    const inside = pasteFragment(
      row(),
      { nodes: [loop('5', '6'), node('7', '19')], edges: [] },
      { parentId: '21', newId: counter() },
    )
    expect(inside.ids).toHaveLength(1)
    expect(inside.omitted.map((item) => item.id)).toEqual(['5'])
    const outside = pasteFragment(row(), { nodes: [node('7', '19')], edges: [] })
    expect(outside.ids).toEqual([])
  })
  it('do not change other texts, or ids that only start with a copied id', () => {
    const value = { blockID: '12', text: '{{block_output_1.a}} {{block_output_12.a}} block_output_1' }
    expect(renameReferences(value, new Map([['1', '9']]))).toEqual({
      blockID: '12',
      text: '{{block_output_9.a}} {{block_output_12.a}} block_output_1',
    })
  })
})

describe('edges', () => {
  const selector = node('8', '8', { data: { inputs: { branches: [{}, {}] } } })
  const canvas: Canvas = {
    ...row(),
    nodes: [
      ...row().nodes,
      node('12'),
      selector,
      node('31', '31'),
      { ...loop('41', '42'), blocks: [node('42'), node('43', '19')] },
    ],
  }
  const cases: [string, Line, Refusal | null][] = [
    ['to a node without one', { source: '11', target: '12' }, null],
    ['from a branch', { source: '8', target: '12', sourcePort: 'true_1' }, null],
    ['from a branch that is not there', { source: '8', target: '12', sourcePort: 'true_2' }, 'noPort'],
    ['from a node with branches without naming one', { source: '8', target: '12' }, 'noPort'],
    ['to itself', { source: '11', target: '11' }, 'self'],
    ['to the start', { source: '12', target: '100001' }, 'intoStart'],
    ['from the end', { source: '900001', target: '12' }, 'outOfEnd'],
    ['twice', { source: '100001', target: '11' }, 'twice'],
    ['in a circle', { source: '21', target: '11', sourcePort: 'loop-output' }, 'cycle'],
    ['to a comment', { source: '11', target: '31' }, 'comment'],
    ['into a loop from outside', { source: '11', target: '22' }, 'border'],
    ['out of a loop', { source: '22', target: '900001' }, 'border'],
    ['from one loop into another', { source: '22', target: '42' }, 'border'],
    [
      'from the beginning of another round',
      { source: '41', target: '22', sourcePort: 'loop-function-inline-output' },
      'border',
    ],
    [
      'straight through a loop',
      {
        source: '21',
        target: '21',
        sourcePort: 'loop-function-inline-output',
        targetPort: 'loop-function-inline-input',
      },
      'straightThrough',
    ],
    ['from what ends the round', { source: '43', target: '42' }, 'endsRound'],
    [
      'from the beginning of the round',
      { source: '41', target: '43', sourcePort: 'loop-function-inline-output' },
      null,
    ],
    ['to nothing', { source: '11', target: '404' }, 'missing'],
  ]
  it.each(cases)('%s', (_, line, expected) => expect(refusalOf(canvas, line)).toBe(expected))

  it('can be reconnected, and keep their order and their other fields', () => {
    const own = { ...row(), edges: [{ ...edge('100001', '11'), note: 'x' }, edge('11', '21')] }
    const [first] = edgesIn(own)
    const next = reconnect(own, first!.id, { source: '100001', target: '21' })
    expect(next.edges).toEqual([{ ...edge('100001', '21'), note: 'x' }, edge('11', '21')])
    expect(refusalOf(own, { source: '100001', target: '11' }, first!.id)).toBeNull()
  })
  it('inside a loop are stored with the loop', () => {
    const inside = connect(canvas, { source: '41', target: '43', sourcePort: 'loop-function-inline-output' })
    expect(inside.edges).toBe(canvas.edges)
    expect(edgesIn(inside).at(-1)?.parentId).toBe('41')
  })
  it('start at the ports that the settings of a node define', () => {
    const ports = (type: string, inputs: Record<string, unknown>) =>
      sourcePortsOf(node('1', type, { data: { inputs } })).map((port) => port.id)
    expect(ports('8', { branches: [{}, {}] })).toEqual(['true', 'true_1', 'false'])
    expect(ports('22', { intents: [{}, {}] })).toEqual(['branch_0', 'branch_1', 'default'])
    expect(ports('18', { answer_type: 'option', option_type: 'dynamic', options: [{}, {}] })).toEqual([
      'branch_0',
      'default',
    ])
    expect(ports('18', { answer_type: 'text' })).toEqual([''])
    expect(ports('5', { settingOnError: { processType: 3 } })).toEqual(['default', 'branch_error'])
    expect(ports('3', { settingOnError: { processType: 3 }, batch: { batchEnable: true } })).toEqual([''])
    expect(ports('21', {})).toEqual(['loop-output'])
    expect(ports('2', {})).toEqual([])
  })
})

describe('titles', () => {
  it('gives copies unique names', () => {
    const once = duplicate(row(), ['11', '21'])
    const titles = (canvas: Canvas, ids: readonly string[]) =>
      ids.map((id) => findNode(canvas, id)?.data.nodeMeta?.title)
    expect(titles(once.canvas, once.ids)).toEqual(['node 2', 'node 3'])
    expect(findNode(once.canvas, once.ids[1]!)?.blocks?.map((block) => block.data.nodeMeta?.title)).toEqual(['node 4'])
    const named = setTitle(row(), '11', 'Text')
    const copy = duplicate(named, ['11'])
    expect(titles(copy.canvas, copy.ids)).toEqual(['Text 2'])
    expect(titles(...again(copy))).toEqual(['Text 3'])
    function again({ canvas, ids }: typeof copy): [Canvas, readonly string[]] {
      const next = duplicate(canvas, ids)
      return [next.canvas, next.ids]
    }
  })
})

describe('moving nodes to another level', () => {
  const at = (...ids: string[]) => new Map(ids.map((id, n) => [id, { x: n * 300 + 0.4, y: 10 }]))

  it('moves nodes into a loop with the edges between them, and drops edges across its border', () => {
    const canvas: Canvas = {
      nodes: [start, node('11'), node('12'), loop('21', '22'), end],
      edges: [edge('100001', '11'), edge('11', '12'), edge('12', '21'), edge('21', '900001', 'loop-output')],
      groups: [{ id: 'g', title: 'Group', nodeIds: ['11'] }],
    }
    const after = moveToLevel(canvas, at('11', '12'), '21')
    expect(after.nodes.map((node) => node.id)).toEqual(['100001', '21', '900001'])
    const round = findNode(after, '21')!
    expect(round.blocks?.map((block) => block.id)).toEqual(['22', '11', '12'])
    expect(round.edges).toEqual([...loop('21', '22').edges!, edge('11', '12')])
    expect(after.edges).toEqual([edge('21', '900001', 'loop-output')])
    expect(findNode(after, '12')?.meta?.position).toEqual({ x: 300, y: 10 })
    expect(after.groups).toEqual([])
  })
  it('moves a node out of its loop, and into another one', () => {
    const canvas: Canvas = { nodes: [loop('21', '22'), loop('31', '32')], edges: [] }
    const out = moveToLevel(canvas, at('22'), undefined)
    expect(parentOf(out, '22')).toBeUndefined()
    expect(findNode(out, '21')).toMatchObject({ blocks: [], edges: [] })
    const over = moveToLevel(canvas, at('22'), '31')
    expect(findNode(over, '31')?.blocks?.map((block) => block.id)).toEqual(['32', '22'])
  })
  it('does not move nodes that are not allowed at the other level', () => {
    const canvas: Canvas = { nodes: [start, node('41', '28', { blocks: [], edges: [] }), loop('21', '19')], edges: [] }
    expect(moveToLevel(canvas, at('100001'), '21')).toBe(canvas)
    expect(moveToLevel(canvas, at('41'), '21')).toBe(canvas)
    expect(moveToLevel(canvas, at('21'), '21')).toBe(canvas)
    expect(levelRefusal(node('1', '28'), '21')).toBe('nested')
    expect(levelRefusal(node('1', '19'), undefined)).toBe('loopOnly')
    expect(levelRefusal(node('1', '15'), undefined)).toBeNull()
  })
})
