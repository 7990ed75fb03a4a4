import { describe, expect, it } from 'vitest'
import type { Canvas, CanvasNode } from '../document/canvas.ts'
import { diffCanvases, overlay } from './canvas-diff.ts'
import { marksOf } from './marks-of.ts'
import { isProse, wordDiff } from './word-diff.ts'

const node = (id: string, more: Partial<CanvasNode> = {}, title = `Node ${id}`): CanvasNode => ({
  id,
  type: '15',
  meta: { position: { x: 0, y: 0 } },
  data: { nodeMeta: { title }, inputs: {} },
  ...more,
})
const param = (name: string, content: unknown) => ({
  name,
  input: { type: 'string', value: { type: 'literal', content } },
})
const model = (temperature: string): CanvasNode =>
  node('3', {
    type: '3',
    data: { nodeMeta: { title: 'Draft' }, inputs: { llmParam: [param('temperature', temperature)] } },
  })
const edge = (from: string, to: string, port?: string) => ({
  sourceNodeID: from,
  targetNodeID: to,
  ...(port ? { sourcePortID: port } : {}),
})
const t = ((key: string) => key) as never

describe('two versions of a canvas', () => {
  const before: Canvas = { nodes: [node('1'), model('0.9'), node('5')], edges: [edge('1', '3'), edge('3', '5')] }
  const after: Canvas = { nodes: [node('1'), model('0.7'), node('6')], edges: [edge('1', '3'), edge('3', '6')] }

  it('show changed fields with readable names', () => {
    const { nodes } = diffCanvases(before, after)
    expect(nodes.map(({ id, change }) => [id, change])).toEqual([
      ['3', 'changed'],
      ['6', 'added'],
      ['5', 'removed'],
    ])
    expect(nodes[0]!.fields).toEqual([{ path: ['temperature'], before: '0.9', after: '0.7' }])
  })
  it('show changed edges, named by the titles at their ends', () => {
    expect(diffCanvases(before, after).edges.map(({ change, from, to }) => [change, from, to])).toEqual([
      ['added', 'Draft', 'Node 6'],
      ['removed', 'Draft', 'Node 5'],
    ])
  })
  it('are equal if only positions changed', () => {
    const moved = { ...before, nodes: before.nodes.map((node) => ({ ...node, meta: { position: { x: 9, y: 9 } } })) }
    expect(diffCanvases(before, moved)).toEqual({ nodes: [], edges: [], moved: 3 })
  })
  it('show references by the titles of the nodes', () => {
    const ref = (blockID: string) => ({
      name: 'in',
      input: { type: 'string', value: { type: 'ref', content: { source: 'block-output', blockID, name: 'a.b' } } },
    })
    const at = (id: string): Canvas => ({
      nodes: [
        node('1'),
        node('2'),
        node('4', { data: { nodeMeta: { title: 'x' }, inputs: { inputParameters: [ref(id)] } } }),
      ],
    })
    expect(diffCanvases(at('1'), at('2')).nodes[0]!.fields).toEqual([
      { path: ['in'], before: 'Node 1.a.b', after: 'Node 2.a.b' },
    ])
  })
  it('are shown on one canvas, with removed nodes at their old place, also inside loops', () => {
    const loop = (blocks: CanvasNode[], edges: ReturnType<typeof edge>[]) => node('21', { type: '21', blocks, edges })
    const old: Canvas = { nodes: [node('1'), loop([node('a'), node('b')], [edge('a', 'b')])], edges: [edge('1', '21')] }
    const now: Canvas = { nodes: [node('1'), loop([node('a')], [])], edges: [edge('1', '21')] }
    const both = overlay(old, now)
    expect(both.nodes.map((node) => node.id)).toEqual(['1', '21'])
    expect(both.nodes[1]!.blocks!.map((block) => block.id)).toEqual(['a', 'b'])
    expect(both.nodes[1]!.edges).toEqual([edge('a', 'b')])
    expect(both.edges).toEqual([edge('1', '21')])
  })
  it('are marked on cards and edges', () => {
    const marks = marksOf(diffCanvases(before, after), t)
    expect(['1', '3', '5', '6'].map((id) => marks.node(id)?.kind)).toEqual([undefined, 'changed', 'removed', 'added'])
    expect(marks.edge({ source: '3', target: '6', sourcePort: '' })).toBe('added')
    expect(marks.edge({ source: '3', target: '5', sourcePort: '' })).toBe('removed')
    expect(marks.edge({ source: '1', target: '3', sourcePort: '' })).toBeUndefined()
  })
})

describe('data that is not a setting', () => {
  const comment = (text: string, time: number): CanvasNode =>
    node('7', {
      type: '31',
      data: { inputs: { note: JSON.stringify([{ children: [{ text }] }]) }, author: 'Mei', time },
    })
  const only = (...nodes: CanvasNode[]): Canvas => ({ nodes, edges: [] })

  it('a comment is compared by its text, which is also its title', () => {
    expect(diffCanvases(only(comment('Hello', 1)), only(comment('Hello', 2))).nodes).toEqual([])
    expect(diffCanvases(only(comment('Hello', 1)), only(comment('Hello you', 2))).nodes).toMatchObject([
      { title: 'Hello you', change: 'changed', fields: [{ path: ['content'], before: 'Hello', after: 'Hello you' }] },
    ])
  })
  it('a node that was moved into a loop counts as changed', () => {
    const inner = node('1')
    const loop = (blocks: CanvasNode[]) => node('9', { type: '21', blocks, edges: [] }, 'Loop')
    expect(diffCanvases(only(inner, loop([])), only(loop([inner]))).nodes).toMatchObject([
      { id: '1', change: 'changed', parentTitle: 'Loop', fields: [{ path: ['level'], before: '', after: 'Loop' }] },
    ])
  })
})

describe('comparing texts by words', () => {
  it('keeps unchanged words', () => {
    expect(wordDiff('You plan great city days.', 'You plan calm city days.')).toEqual([
      { kind: 'same', text: 'You plan ' },
      { kind: 'removed', text: 'great' },
      { kind: 'added', text: 'calm' },
      { kind: 'same', text: ' city days.' },
    ])
  })
  it('splits Chinese text into words, although it has no spaces', () => {
    expect(wordDiff('请根据客户的投诉内容判断风险等级', '请根据客户的退款申请判断风险等级')).toEqual([
      { kind: 'same', text: '请根据客户的' },
      { kind: 'removed', text: '投诉内容' },
      { kind: 'added', text: '退款申请' },
      { kind: 'same', text: '判断风险等级' },
    ])
  })
  it('applies to Chinese texts from the length of a sentence, and to others from a long line', () => {
    expect(['判断风险等级', '请根据客户的投诉内容判断风险等级', 'gpt-4o-mini', 'x'.repeat(49)].map(isProse)).toEqual([
      false,
      true,
      false,
      true,
    ])
  })
})
