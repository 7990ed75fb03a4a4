import { describe, expect, it } from 'vitest'
import type { CanvasNode } from '../../document/canvas.ts'
import { edge, end, loop, node, row, start } from '../../testing/canvases.ts'
import { autoLayout } from './auto-layout.ts'
import { createLayout } from './canvas-layout.ts'
import type { CardText } from './card-content.ts'
import { card, cardWidth, lineFits } from './card-size.ts'
import { commentText, noteOf } from './comment-note.ts'
import { snap } from './guides.ts'
import { readingOrder } from './reading-order.ts'

const texts: CardText = {
  key: 'en',
  type: (type) => `type ${type}`,
  label: (row) => row.name ?? row.label,
  piece: (piece) => ('chip' in piece ? piece.chip : 'text' in piece ? piece.text : 'word'),
  port: (port) => port.words,
}
const layer = (footers: readonly string[] = []) => {
  const layoutOf = createLayout()
  return (canvasNode: CanvasNode) => layoutOf(canvasNode, texts, (id) => footers.includes(id))
}
const condition = { condition: { logic: 2, conditions: [] } }

describe('a card', () => {
  it('has an input port, and an output port beside the row of each branch', () => {
    const selector = node('8', '8', { data: { inputs: { branches: [condition, condition] } } })
    const { ports, width } = layer()(selector)
    expect(ports.map(({ id, type }) => [id, type])).toEqual([
      [null, 'target'],
      ['true', 'source'],
      ['true_1', 'source'],
      ['false', 'source'],
    ])
    const ys = ports.slice(1).map(({ y }) => y)
    expect(ys).toEqual([card.header + 13, card.header + 39, card.header + 65])
    expect(ports[1]!.x).toBe(width)
  })
  it('keeps to the widths of the design, and is taller by its footer during a run', () => {
    const long = node('3', '15', { data: { nodeMeta: { title: 'a'.repeat(300) } } })
    expect(layer()(long).width).toBe(card.most)
    expect(layer()(node('4', '15')).width).toBeGreaterThanOrEqual(card.least)
    expect(layer(['3'])(long).height - layer()(long).height).toBe(card.footer)
  })
  it('is laid out again only when the node or the texts changed', () => {
    const layoutOf = createLayout()
    const found = node('1')
    const first = layoutOf(found, texts, () => false)
    expect(layoutOf(found, texts, () => false)).toBe(first)
    expect(layoutOf({ ...found }, texts, () => false)).not.toBe(first)
    expect(layoutOf(found, { ...texts, key: 'zh' }, () => false)).not.toBe(first)
  })
  it('shows how many rows do not fit', () => {
    const outputs = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, type: 'string' }))
    const { content } = layer()({ ...start, data: { outputs } })
    expect(content.lines).toHaveLength(3)
    expect(content.more).toBe(3)
  })
})

describe('a loop', () => {
  it('is as large as its content requires, whatever the stored positions are', () => {
    const far = { ...loop('21', '22'), blocks: [node('22', '15', { meta: { position: { x: 900, y: -400 } } })] }
    const near = { ...loop('21', '22'), blocks: [node('22', '15')] }
    const [item, two] = [layer()(far), layer()(near)]
    expect([item.width, item.height]).toEqual([two.width, two.height])
    expect(item.children![0]!.position).toEqual(two.children![0]!.position)
    const wide = { ...near, blocks: [...near.blocks, node('23', '15', { meta: { position: { x: 600, y: 0 } } })] }
    expect(layer()(wide).width).toBeGreaterThan(two.width)
  })
})

it('reading order follows the edges, and goes from left to right otherwise', () => {
  const canvas = {
    nodes: [
      end,
      node('b', '15', { meta: { position: { x: 500, y: 90 } } }),
      node('a', '15', { meta: { position: { x: 500, y: 0 } } }),
      start,
      node('loose', '15', { meta: { position: { x: -100, y: 0 } } }),
    ],
    edges: [edge('100001', 'a'), edge('100001', 'b'), edge('a', '900001'), edge('b', '900001')],
  }
  const order = readingOrder(canvas)
  expect([...order.keys()].toSorted((x, y) => order.get(x)! - order.get(y)!)).toEqual([
    '100001',
    'a',
    'b',
    '900001',
    'loose',
  ])
})

it('auto layout arranges cards from left to right without overlaps', () => {
  const layoutOf = layer()
  const tidy = autoLayout(row(), layoutOf)
  const rects = tidy.nodes.map((node) => ({
    id: node.id,
    x: node.meta!.position!.x,
    right: node.meta!.position!.x + layoutOf(node).width,
  }))
  for (const [i, rect] of rects.slice(1).entries()) expect(rect.x, rect.id).toBeGreaterThanOrEqual(rects[i]!.right + 64)
})

describe('auto layout', () => {
  const choice = node('8', '8', { data: { inputs: { branches: [condition, condition] } } })
  const ports = ['true', 'true_1', 'false']
  /** Orders in which the edges may have been drawn. */
  const orders = [ports, ports.toReversed(), ['true_1', 'false', 'true'], ['false', 'true', 'true_1']]
  const ys = (order: readonly string[], deep: boolean) => {
    const nodes = order.flatMap((port) => [node(port), ...(deep ? [node(`${port} later`)] : [])])
    const canvas = {
      nodes: [start, choice, ...nodes, end],
      edges: [
        edge('100001', '8'),
        ...order.flatMap((port) => [
          edge('8', port, port),
          ...(deep ? [edge(port, `${port} later`), edge(`${port} later`, '900001')] : [edge(port, '900001')]),
        ]),
      ],
    }
    const tidy = autoLayout(canvas, layer())
    const y = (id: string) => tidy.nodes.find((found) => found.id === id)!.meta!.position!.y
    return { near: ports.map(y), far: deep ? ports.map((port) => y(`${port} later`)) : [] }
  }
  const rising = (list: readonly number[]) => list.every((y, i) => i === 0 || y > list[i - 1]!)
  it.each(orders)('keeps the branches in the order of their ports, with edges drawn as %s, %s, %s', (...order) => {
    for (const deep of [false, true]) {
      const { near, far } = ys(order, deep)
      expect(rising(near), `near ${near.join()}`).toBe(true)
      expect(rising(far), `far ${far.join()}`).toBe(true)
    }
  })
  it('puts an end without incoming edges behind everything', () => {
    const tidy = autoLayout({ nodes: [start, node('a'), end], edges: [edge('100001', 'a')] }, layer())
    const x = (id: string) => tidy.nodes.find((found) => found.id === id)!.meta!.position!.x
    expect([x('100001') < x('a'), x('a') < x('900001')]).toEqual([true, true])
  })
})

it('auto layout draws the edges of a chain straight, however tall its cards are', () => {
  const tall = node('20', '15', { data: { outputs: ['a', 'b', 'c'].map((name) => ({ name, type: 'string' })) } })
  const chain = { nodes: [start, tall, node('21', '15'), end], edges: [] as ReturnType<typeof edge>[] }
  chain.edges = [edge(start.id, '20'), edge('20', '21'), edge('21', end.id)]
  const layoutOf = layer()
  const ys = autoLayout(chain, layoutOf).nodes.map((card) => {
    const inlet = layoutOf(card).ports.find((port) => port.type === 'source' || card.id === end.id)
    return card.meta!.position!.y + inlet!.y
  })
  expect(new Set(ys).size).toBe(1)
})

it('snapping aligns a dragged card with its neighbours', () => {
  const size = { width: 200, height: 100 }
  const near = snap(
    { x: 303, y: 98, ...size },
    [
      { x: 0, y: 100, ...size },
      { x: 300, y: 400, ...size },
    ],
    6,
  )
  expect([near.dx, near.dy]).toEqual([-3, 2])
  expect(near.guides.map(({ axis, at }) => [axis, at])).toEqual([
    ['x', 300],
    ['y', 100],
  ])
  expect(snap({ x: 320, y: 120, ...size }, [{ x: 0, y: 0, ...size }], 6).guides).toEqual([])
})

it('comments are written as paragraphs and read from any content', () => {
  const of = (note: unknown) => commentText(node('1', '31', { data: { inputs: { note } } }))
  expect(of(noteOf('one\ntwo'))).toBe('one\ntwo')
  expect(of('plain')).toBe('plain')
  expect(of(undefined)).toBe('')
  expect(of('[{"children":[{"text":"a"},{"children":[{"text":"b"}]}]}]')).toBe('ab')
})

it('the longest row fits into its card, and a truncated row does not', () => {
  const line = (text: string) => ({ label: 'Out', pieces: [{ look: 'chip', text } as const] })
  const content = (text: string) => ({
    type: '15',
    title: 'Text',
    tone: 'code' as const,
    icon: '',
    lines: [line(text)],
    more: 0,
    plainPorts: [],
  })
  for (const text of ['a_name_of_17_char', 'a_name_of_18_chars', 'a_name_of_19_chars_', 'a_name_of_20_chars__'])
    expect(lineFits(line(text), cardWidth(content(text)))).toBe(true)
  const long = 'a_name_that_is_longer_than_any_card_can_be_made'
  expect(lineFits(line(long), cardWidth(content(long)))).toBe(false)
})
