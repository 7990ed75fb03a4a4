import { expect, test, vi } from 'vitest'
import { createStore } from './store.ts'

test('notifies subscribers of each new value until they unsubscribe', () => {
  const store = createStore({ name: 'a', count: 1 })
  const seen: unknown[] = []
  const stop = store.subscribe(() => seen.push(store.current()))
  store.patch({ count: 2 })
  store.set({ name: 'b', count: 3 })
  stop()
  store.patch({ name: 'c' })
  expect(seen).toEqual([
    { name: 'a', count: 2 },
    { name: 'b', count: 3 },
  ])
  expect(store.current()).toEqual({ name: 'c', count: 3 })
})

test('a change made by a listener notifies as well', () => {
  const store = createStore(0)
  const last = vi.fn()
  store.subscribe(() => {
    if (store.current() === 1) store.set(2)
  })
  store.subscribe(() => last(store.current()))
  store.set(1)
  expect(last).toHaveBeenLastCalledWith(2)
})

test('a schedule batches changes: the value is new at once, with one notification', () => {
  let run = () => {}
  const store = createStore(0, (notify) => {
    run = notify
  })
  const heard = vi.fn()
  store.subscribe(heard)
  store.set(1)
  store.set(2)
  expect(store.current()).toBe(2)
  expect(heard).not.toHaveBeenCalled()
  run()
  expect(heard).toHaveBeenCalledTimes(1)
  store.set(3)
  run()
  expect(heard).toHaveBeenCalledTimes(2)
})
