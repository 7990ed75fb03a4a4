import type { CardDesign } from '@orrery/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '@orrery/contract/client'
import { createCardStore, type RemoteDraft } from './card-store.ts'

const designOf = (text: string): CardDesign => ({
  format: 'card/1',
  elements: [{ id: 'a', type: 'text', text, tone: 'normal' }],
  variables: [],
})
const textOf = ({ elements }: CardDesign) => elements.map((element) => ('text' in element ? element.text : '')).join()

function open(server: RemoteDraft = { version: 1, design: designOf('first') }) {
  let time = 0
  const store = createCardStore(server, {
    save: async (version, design) => {
      if (version !== server.version) throw new ApiError(1, 'conflict', 409, '')
      server.design = design
      server.version += 1
      return server.version
    },
    newest: async () => ({ ...server }),
    now: () => (time += 1),
  })
  return {
    store,
    server,
    wait: () => (time += 5000),
    type: (text: string, key = '') => store.edit(() => designOf(text), key),
    text: () => textOf(store.current().design),
  }
}

describe('the store of the card editor', () => {
  it('undoes and redoes steps, and combines continuous typing into one step', () => {
    const { store, type, text, wait } = open()
    type('f', 'form a')
    type('fo', 'form a')
    wait()
    type('foo', 'form a')
    type('moved')
    store.undo()
    expect(text()).toBe('foo')
    store.undo()
    expect(text()).toBe('fo')
    store.undo()
    expect(text()).toBe('first')
    store.redo()
    expect(text()).toBe('fo')
    type('other')
    store.redo()
    expect(text()).toBe('other')
  })
  it('saves the draft and reports a conflict when somebody else saved first', async () => {
    const { store, server, type } = open()
    type('mine')
    await store.flush()
    expect([textOf(server.design), store.current().state.is]).toEqual(['mine', 'saved'])
    server.version = 9
    server.design = designOf('theirs')
    type('mine again')
    await store.flush()
    expect(store.current().state).toMatchObject({ is: 'conflict', conflict: { version: 9 } })
    await store.keepMine()
    expect([textOf(server.design), server.version]).toEqual(['mine again', 10])
  })
  it('adopts the other version and can undo that', async () => {
    const { store, server, type, text } = open()
    server.version = 4
    server.design = designOf('theirs')
    type('mine')
    await store.flush()
    store.adopt(server)
    expect(text()).toBe('theirs')
    store.undo()
    expect(text()).toBe('mine')
    await store.flush()
    expect(textOf(server.design)).toBe('mine')
  })
})
