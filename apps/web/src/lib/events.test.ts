import { expect, it, vi } from 'vitest'
import { createBus } from './events.ts'
import { createRegistry } from './registry.ts'

it('a bus notifies each listener until it unsubscribes', () => {
  const bus = createBus<{ spoken: string; other: number }>()
  const heard: string[] = []
  const stop = bus.on('spoken', (word) => heard.push(`1 ${word}`))
  bus.on('spoken', (word) => heard.push(`2 ${word}`))
  bus.emit('spoken', 'a')
  stop()
  bus.emit('spoken', 'b')
  bus.emit('other', 7)
  expect(heard).toEqual(['1 a', '2 a', '2 b'])
})

it('a listener that throws does not stop the others, and its error is reported', async () => {
  const thrown = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {})
  const bus = createBus<{ spoken: string }>()
  const heard = vi.fn()
  bus.on('spoken', () => {
    throw new Error('broken')
  })
  bus.on('spoken', heard)
  bus.emit('spoken', 'a')
  expect(heard).toHaveBeenCalledTimes(1)
  expect(thrown.mock.calls[0]![0]).toThrow('broken')
  thrown.mockRestore()
})

it('a registry keeps its order, replaces by id, and removes entries', () => {
  const registry = createRegistry<{ id: string; n: number }>()
  const changed = vi.fn()
  registry.subscribe(changed)
  registry.add({ id: 'a', n: 1 })
  const remove = registry.add({ id: 'b', n: 2 })
  registry.add({ id: 'a', n: 3 })
  expect(registry.list().map(({ id, n }) => `${id}${n}`)).toEqual(['a3', 'b2'])
  remove()
  expect(registry.list().map(({ id }) => id)).toEqual(['a'])
  expect(changed).toHaveBeenCalledTimes(4)
})
