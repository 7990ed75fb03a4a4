import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Canvas } from '../document/canvas.ts'
import { findNode } from '../document/canvas-index.ts'
import { createDocumentStore } from '../document/document-store.ts'
import { connect } from '../document/edits/edge-edits.ts'
import { addNode, removeNodes, setTitle } from '../document/edits/node-edits.ts'
import { edge, node, row } from '../testing/canvases.ts'
import { conflictsOf, firstSides, mergeCanvases } from './merge.ts'
import { createSaver } from './saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const server = { canvas: row(), version: 1, isDown: false, saves: [] as Canvas[] }
  const store = createDocumentStore(server.canvas)
  const stashed: (Canvas | null)[] = []
  const saver = createSaver(
    store,
    { version: '1', savedAt: 0 },
    {
      save: async (canvas, version) => {
        if (server.isDown) throw new Error('offline')
        if (version !== String(server.version)) throw new Error('conflict')
        server.canvas = canvas
        server.version += 1
        server.saves.push(canvas)
        return { version: String(server.version), at: server.version }
      },
      load: async () => ({ canvas: server.canvas, version: String(server.version), at: 5, by: 'Mei' }),
      faultOf: (error) => ((error as Error).message === 'offline' ? 'offline' : 'conflict'),
      stash: { write: (canvas) => stashed.push(canvas), clear: () => stashed.push(null) },
      pause: 100,
    },
  )
  const title = (text: string) => store.apply((canvas) => setTitle(canvas, '11', text), { label: 'title' })
  return { server, store, saver, stashed, title }
}

describe('saving', () => {
  it('waits for a pause, and sends the current state', async () => {
    const { server, saver, title } = open()
    title('a')
    title('ab')
    expect(saver.current().state.is).toBe('pending')
    await vi.advanceTimersByTimeAsync(150)
    expect(server.saves).toHaveLength(1)
    expect(findNode(server.canvas, '11')?.data.nodeMeta?.title).toBe('ab')
    expect(saver.current()).toMatchObject({ state: { is: 'saved' }, version: '2' })
  })
  it('does not save selections or undone edits', async () => {
    const { server, store, title } = open()
    store.select(['11'])
    title('a')
    store.undo()
    await vi.advanceTimersByTimeAsync(500)
    expect(server.saves).toHaveLength(0)
  })
  it('stashes edits while the server is unreachable, and saves them when it is reachable again', async () => {
    const { server, saver, stashed, title } = open()
    server.isDown = true
    title('a')
    await vi.advanceTimersByTimeAsync(150)
    expect(saver.current().state.is).toBe('offline')
    expect(stashed.at(-1)).not.toBeNull()
    server.isDown = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(saver.current().state.is).toBe('saved')
    expect(stashed.at(-1)).toBeNull()
    expect(server.saves).toHaveLength(1)
  })
  it('never overwrites changes of others, but asks and saves the decision', async () => {
    const { server, store, saver, title } = open()
    server.canvas = setTitle(server.canvas, '21', 'theirs')
    server.version = 7
    title('mine')
    await vi.advanceTimersByTimeAsync(150)
    const { state } = saver.current()
    if (state.is !== 'conflict') throw new Error(state.is)
    expect(findNode(server.canvas, '11')?.data.nodeMeta?.title).toBe('node 11')
    const { base, theirs } = state.conflict
    const conflicts = conflictsOf(base, store.get(), theirs.canvas)
    expect(conflicts.map(({ id, by }) => [id, by])).toEqual([
      ['11', 'me'],
      ['21', 'them'],
    ])
    await saver.resolve(mergeCanvases(base, store.get(), theirs.canvas, firstSides(conflicts)), 'merge')
    expect(findNode(server.canvas, '11')?.data.nodeMeta?.title).toBe('mine')
    expect(findNode(server.canvas, '21')?.data.nodeMeta?.title).toBe('theirs')
    expect(server.version).toBe(8)
  })
})

it('adopts changes of others only while there are no unsaved edits', async () => {
  const { saver, store, title } = open()
  const theirs = { canvas: setTitle(row(), '21', 'theirs'), version: '9', at: 1, by: 'Mei' }
  title('mine')
  saver.adopt(theirs)
  expect(findNode(store.get(), '21')?.data.nodeMeta?.title).toBe('node 21')
  store.undo()
  saver.adopt(theirs)
  expect(findNode(store.get(), '21')?.data.nodeMeta?.title).toBe('theirs')
  expect(saver.current()).toMatchObject({ version: '9', state: { is: 'saved' } })
  expect(store.canUndo()).toBe(false)
})

describe('merging', () => {
  const base = row()
  it('keeps edges added by either side and drops those removed by either side', () => {
    const mine = connect(addNode(base, node('50')), { source: '11', target: '50' })
    const theirs = { ...base, edges: base.edges!.filter((edge) => edge.targetNodeID !== '900001') }
    const conflicts = conflictsOf(base, mine, theirs)
    const merged = mergeCanvases(base, mine, theirs, firstSides(conflicts))
    expect(merged.edges).toEqual([edge('100001', '11'), edge('11', '21'), edge('11', '50')])
  })
  it('deletes or keeps a node that one side deleted, by choice, without dangling edges', () => {
    const mine = setTitle(base, '11', 'mine')
    const theirs = removeNodes(base, ['11'])
    expect(conflictsOf(base, mine, theirs)).toMatchObject([{ id: '11', by: 'both', theirs: undefined }])
    expect(findNode(mergeCanvases(base, mine, theirs, new Map([['11', 'mine']])), '11')).toBeDefined()
    const gone = mergeCanvases(base, mine, theirs, new Map([['11', 'theirs']]))
    expect(findNode(gone, '11')).toBeUndefined()
    expect(gone.edges).toEqual([edge('21', '900001', 'loop-output')])
  })
  it('compares inner nodes of loops one by one', () => {
    const mine = setTitle(base, '22', 'mine')
    const theirs = setTitle(base, '21', 'theirs')
    const merged = mergeCanvases(base, mine, theirs, firstSides(conflictsOf(base, mine, theirs)))
    expect(findNode(merged, '22')?.data.nodeMeta?.title).toBe('mine')
    expect(findNode(merged, '21')?.data.nodeMeta?.title).toBe('theirs')
  })
  it('preserves other changes of the canvas', () => {
    const merged = mergeCanvases(
      base,
      { ...base, groups: [{ id: 'g', title: 'G', nodeIds: ['11'] }] },
      { ...base, other: 1 },
      new Map(),
    )
    expect(merged).toMatchObject({ groups: [{ id: 'g' }], other: 1, versions: { loop: 'v2' } })
  })
})
