import { expect, test } from 'vitest'
import { createTickQueue } from './turns.ts'

test('one task runs at each tick in order, and tasks added meanwhile wait for theirs', () => {
  const ticks: (() => void)[] = []
  const done: string[] = []
  const enqueue = createTickQueue((next) => void ticks.push(next))
  for (const name of ['a', 'b'])
    enqueue(() => {
      done.push(name)
      if (name === 'a') enqueue(() => done.push('later'))
    })
  const seen = []
  while (ticks.length) {
    ticks.shift()!()
    seen.push(done.join(' '))
  }
  expect(seen).toEqual(['a', 'a b', 'a b later'])
  // A task that runs alone adds another one: only one tick may be scheduled.
  enqueue(() => enqueue(() => done.push('again')))
  ticks.shift()!()
  expect(ticks).toHaveLength(1)
  ticks.shift()!()
  expect(done.at(-1)).toBe('again')
})
