import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCanvas } from '../testing/canvases.ts'
import { readCanvas, writeCanvas } from './canvas-text.ts'
import { createDocumentStore } from './document-store.ts'
import { connect, disconnect } from './edits/edge-edits.ts'
import { pasteFragment } from './edits/fragment.ts'
import { moveBy } from './edits/move-inside.ts'
import { addNode, moveNodes, removeNodes, setNode } from './edits/node-edits.ts'
import { edgesIn, indexOf } from './canvas-index.ts'

const load = (text: string) => {
  const canvas = readCanvas(text)
  if (!canvas) throw new Error('not read')
  return canvas
}

it('saves a canvas unchanged after edits that change nothing', () => {
  fc.assert(
    fc.property(anyCanvas, (made) => {
      const text = JSON.stringify(made)
      const store = createDocumentStore(load(text))
      const [id] = indexOf(store.get()).keys()
      store.apply((canvas) => canvas, { label: 'nothing' })
      store.apply((canvas) => setNode(canvas, id!, (node) => node), { label: 'nothing' })
      store.apply((canvas) => removeNodes(canvas, ['not there']), { label: 'nothing' })
      store.apply((canvas) => disconnect(canvas, ['not there']), { label: 'nothing' })
      store.apply((canvas) => moveNodes(canvas, new Map()), { label: 'nothing' })
      expect(store.canUndo()).toBe(false)
      expect(writeCanvas(store.get())).toBe(text)
    }),
  )
})

it('saves a canvas unchanged after edits that were undone', () => {
  fc.assert(
    fc.property(anyCanvas, (made) => {
      const text = JSON.stringify(made)
      const store = createDocumentStore(load(text))
      const entries = [...indexOf(store.get()).values()]
      const [first, second] = entries.map(({ node }) => node.id)
      store.apply((canvas) => moveBy(canvas, new Map(entries.map(({ node }) => [node.id, { x: 7, y: -3 }]))), {
        label: 'move',
      })
      store.apply((canvas) => connect(canvas, { source: first!, target: second!, sourcePort: 'new' }), {
        label: 'line',
      })
      store.apply((canvas) => pasteFragment(canvas, { nodes: canvas.nodes, edges: [] }).canvas, { label: 'paste' })
      store.apply((canvas) => addNode(canvas, { id: 'fresh', type: '15', data: {} }), { label: 'add' })
      store.apply(
        (canvas) =>
          removeNodes(
            canvas,
            entries.map(({ node }) => node.id),
          ),
        { label: 'remove' },
      )
      while (store.undo());
      expect(writeCanvas(store.get())).toBe(text)
    }),
  )
})

it('an edit changes only the nodes that it concerns', () => {
  fc.assert(
    fc.property(anyCanvas, fc.nat(), (made, pick) => {
      const canvas = load(JSON.stringify(made))
      const entries = [...indexOf(canvas).values()]
      const { node, parent } = entries[pick % entries.length]!
      const next = setNode(canvas, node.id, (item) => ({ ...item, data: { ...item.data, touched: true } }))
      for (const place of indexOf(next).values()) {
        if (place.node.id === node.id || place.node.id === parent?.id) continue
        expect(place.node).toBe(indexOf(canvas).get(place.node.id)!.node)
      }
      const back = setNode(next, node.id, () => node)
      expect(writeCanvas(back)).toBe(writeCanvas(canvas))
    }),
  )
})

it('preserves ids that are longer than a number can represent', () => {
  const text = '{"nodes":[{"id":"1","type":"9","data":{"inputs":{"workflowId":7412345678901234567}}}],"edges":[]}'
  const canvas = load(text)
  const moved = moveBy(canvas, new Map([['1', { x: 0, y: 0 }]]))
  expect(writeCanvas(moved)).toContain('7412345678901234567')
})

it('rejects text that is not a canvas', () => {
  for (const text of [
    '',
    'no',
    '[]',
    '{}',
    '{"nodes":1}',
    '{"nodes":[1]}',
    '{"nodes":[{"id":1,"type":"1"}]}',
    '{"nodes":[],"edges":4}',
  ])
    expect(readCanvas(text), text).toBeNull()
})

it('distinguishes equal edges', () => {
  const same = { sourceNodeID: 'a', targetNodeID: 'b' }
  const canvas = load(JSON.stringify({ nodes: [], edges: [same, same] }))
  const [item, two] = edgesIn(canvas)
  expect(item!.id).not.toBe(two!.id)
  expect(disconnect(canvas, [two!.id]).edges).toHaveLength(1)
})
