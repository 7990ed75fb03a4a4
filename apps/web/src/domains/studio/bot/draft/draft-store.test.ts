import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftStore, type DraftEdit, type SaveAnswer } from './draft-store.ts'
import { botInfo } from '../testing/bot-info.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(answers: (SaveAnswer | Error)[] = []) {
  const sent: { edit: DraftEdit; version: string }[] = []
  let version = 100
  const save = vi.fn(async (edit: DraftEdit, from: string): Promise<SaveAnswer> => {
    sent.push({ edit, version: from })
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer ?? { is: 'saved', version: String(++version), at: 5 }
  })
  const stash = { write: vi.fn(), clear: vi.fn() }
  const load = vi.fn(async () => botInfo({ version: '150', description: 'theirs' }))
  const faultOf = (error: unknown) => (error as Error).message as 'offline' | 'conflict' | 'other'
  const store = createDraftStore(botInfo(), 1, { save, load, faultOf, stash, pause: 800 })
  return { store, sent, stash, save, load }
}
const settle = () => vi.advanceTimersByTimeAsync(800)

describe('a draft', () => {
  it('is saved after a pause: only the changed groups, with the version on which they are based', async () => {
    const { store, sent } = setUp()
    store.edit({ name: 'A' })
    store.edit({ name: 'AB' })
    expect(store.current().state).toEqual({ is: 'pending' })
    expect(sent).toEqual([])
    await settle()
    expect(sent).toEqual([{ edit: { name: 'AB' }, version: '100' }])
    expect(store.current()).toMatchObject({ state: { is: 'saved' }, savedAt: 5, dirty: new Set() })
    store.edit({ description: 'x' })
    await settle()
    expect(sent[1]).toEqual({ edit: { description: 'x' }, version: '101' })
  })

  it('saves nothing after an edit is undone', async () => {
    const { store, save } = setUp()
    store.edit({ name: 'A' })
    store.edit({ name: 'Trip Concierge' })
    expect(store.current().state).toEqual({ is: 'saved' })
    await settle()
    expect(save).not.toHaveBeenCalled()
  })

  it('sends edits made during a save with the next save', async () => {
    const { store, sent, save } = setUp()
    store.edit({ name: 'A' })
    let answer: (value: SaveAnswer) => void = () => {}
    save.mockImplementationOnce(
      (edit, version) =>
        new Promise((resolve) => {
          sent.push({ edit, version })
          answer = resolve
        }),
    )
    await settle()
    store.edit({ name: 'AB' })
    answer({ is: 'saved', version: '101', at: 5 })
    await settle()
    expect(sent).toEqual([
      { edit: { name: 'A' }, version: '100' },
      { edit: { name: 'AB' }, version: '101' },
    ])
    expect(store.current()).toMatchObject({ info: { name: 'AB' }, state: { is: 'saved' } })
  })

  it('is saved immediately by flush', async () => {
    const { store, sent } = setUp()
    store.edit({ name: 'A' })
    await store.flush()
    expect(sent).toHaveLength(1)
  })

  it('keeps its edits without a connection and retries', async () => {
    const { store, sent, stash } = setUp([new Error('offline'), new Error('offline')])
    store.edit({ name: 'A' })
    await settle()
    expect(store.current()).toMatchObject({ state: { is: 'offline' }, info: { name: 'A' } })
    expect(stash.write).toHaveBeenLastCalledWith({ name: 'A' }, '100')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(sent).toHaveLength(3)
    expect(store.current().state).toEqual({ is: 'saved' })
    expect(stash.clear).toHaveBeenCalled()
  })

  it('is not sent again after a rejection until it is edited or flushed', async () => {
    const { store, sent } = setUp([{ is: 'refused', reason: 'not this word' }, new Error('other')])
    store.edit({ name: 'Bad' })
    await settle()
    expect(store.current().state).toEqual({ is: 'refused', reason: 'not this word' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
    store.edit({ name: 'Good' })
    await settle()
    expect(store.current().state).toMatchObject({ is: 'failed' })
    await store.flush()
    expect(store.current().state).toEqual({ is: 'saved' })
  })

  it('restores unsaved edits of an earlier page with their base version', async () => {
    const { store, sent } = setUp()
    store.restore({ name: 'Left behind' }, '90')
    await settle()
    expect(sent).toEqual([{ edit: { name: 'Left behind' }, version: '90' }])
  })

  it('adopts changes of the server, except in groups with unsaved edits', async () => {
    const { store, sent } = setUp()
    store.edit({ name: 'Mine' })
    store.adopt(botInfo({ version: '120', name: 'Other', description: 'made by the server' }))
    expect(store.current().info).toMatchObject({ name: 'Mine', description: 'made by the server', version: '120' })
    await settle()
    expect(sent).toEqual([{ edit: { name: 'Mine' }, version: '120' }])
  })
})

describe('a save that conflicts with another one', () => {
  it('shows both versions and sends nothing until a decision', async () => {
    const { store, sent } = setUp([new Error('conflict')])
    store.edit({ name: 'Mine', description: 'mine' })
    await settle()
    const { state } = store.current()
    if (state.is !== 'conflict') throw new Error(`not a conflict but ${state.is}`)
    expect(state.conflict.groups).toEqual([
      { group: 'name', mine: 'Mine', theirs: 'Trip Concierge', by: 'me' },
      { group: 'description', mine: 'mine', theirs: 'theirs', by: 'both' },
    ])
    await store.flush()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
  })

  it('saves the chosen groups on top of the other version', async () => {
    const { store, sent } = setUp([new Error('conflict')])
    store.edit({ name: 'Mine', description: 'mine' })
    await settle()
    await store.resolve({ name: 'mine', description: 'theirs' })
    expect(sent[1]).toEqual({ edit: { name: 'Mine' }, version: '150' })
    expect(store.current()).toMatchObject({
      info: { name: 'Mine', description: 'theirs' },
      state: { is: 'saved' },
    })
  })

  it('saves nothing if the other version is accepted completely', async () => {
    const { store, sent, stash } = setUp([new Error('conflict')])
    store.edit({ description: 'mine' })
    await settle()
    await store.resolve({ description: 'theirs' })
    expect(sent).toHaveLength(1)
    expect(store.current()).toMatchObject({ info: { description: 'theirs', version: '150' }, state: { is: 'saved' } })
    expect(stash.clear).toHaveBeenCalled()
  })

  it('preserves edits made while the dialog is open', async () => {
    const { store, sent } = setUp([new Error('conflict')])
    store.edit({ description: 'mine' })
    await settle()
    store.edit({ description: 'mine, longer' })
    await store.resolve({ description: 'mine' })
    expect(sent[1]).toEqual({ edit: { description: 'mine, longer' }, version: '150' })
  })

  it('can conflict again', async () => {
    const { store } = setUp([new Error('conflict'), new Error('conflict')])
    store.edit({ description: 'mine' })
    await settle()
    await store.resolve({ description: 'mine' })
    expect(store.current().state).toMatchObject({ is: 'conflict' })
  })
})
