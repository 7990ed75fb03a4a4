import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('one thing at each tick, in order; what comes meanwhile waits for its turn', () => {
  const ticks: (() => void)[] = []
  const done: string[] = []
  const inTurn = createTurns((next) => void ticks.push(next))
  for (const name of ['a', 'b'])
    inTurn(() => {
      done.push(name)
      if (name === 'a') inTurn(() => done.push('later'))
    })
  const seen = []
  while (ticks.length) {
    ticks.shift()!()
    seen.push(done.join(' '))
  }
  expect(seen).toEqual(['a', 'a b', 'a b later'])
  // The only one that waits asks for another turn: one tick is set for it, not two.
  inTurn(() => inTurn(() => done.push('again')))
  ticks.shift()!()
  expect(ticks).toHaveLength(1)
  ticks.shift()!()
  expect(done.at(-1)).toBe('again')
})
