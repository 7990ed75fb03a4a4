import { expect, test, vi } from 'vitest'
import { createWriterStore, type Draft } from './writer-store.ts'

const first: Draft = { name: 'Essay', content: '', references: [] }
function open(save: (draft: Draft) => Promise<unknown>) {
  return createWriterStore(first, { save, now: () => 7, pause: 0 })
}

test('edits are saved after a pause, and edits during a save are sent with the next save', async () => {
  const saved: string[] = []
  const store = open(({ content }) => {
    saved.push(content)
    if (content === 'one') store.edit({ content: 'two' })
    return Promise.resolve()
  })
  store.edit({ content: 'one' })
  expect(store.current().state.is).toBe('pending')
  await vi.waitFor(() => expect(store.current().state.is).toBe('saved'))
  expect(saved).toEqual(['one', 'two'])
})

test('edits whose save failed are kept and sent again', async () => {
  let isBroken = true
  const save = vi.fn(() => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve()))
  const store = open(save)
  store.edit({ references: ['https://example.com/a'] })
  await vi.waitFor(() => expect(store.current().state.is).toBe('failed'))
  isBroken = false
  await store.flush()
  expect(store.current()).toMatchObject({ state: { is: 'saved' }, draft: { references: ['https://example.com/a'] } })
})
