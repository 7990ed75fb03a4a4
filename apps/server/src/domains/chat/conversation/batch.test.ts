import { expect, test } from 'vitest'
import { createBatch } from './batch.ts'

function open(refused: number[] = []) {
  const written: number[][] = []
  let release = () => {}
  let held: Promise<void> = Promise.resolve()
  const add = createBatch<number, string>(
    async (items) => {
      written.push(items)
      await held
      if (items.some((item) => refused.includes(item))) throw new Error('refused')
      return items.map((item) => `answer ${item}`)
    },
    () => true,
  )
  const hold = () => void (held = new Promise((resolve) => (release = resolve)))
  return { add, written, hold, release: () => release() }
}

test('a lone item is written at once, items that arrive meanwhile are written together', async () => {
  const { add, written, hold, release } = open()
  hold()
  const all = [add(1), add(2), add(3)]
  expect(written).toEqual([[1]])
  release()
  expect(await Promise.all(all)).toEqual(['answer 1', 'answer 2', 'answer 3'])
  expect(written).toEqual([[1], [2, 3]])
  await add(4)
  expect(written.at(-1)).toEqual([4])
})
test('a refused item does not fail the others of its batch', async () => {
  const { add, hold, release } = open([3])
  hold()
  const results = Promise.allSettled([add(1), add(2), add(3), add(4)])
  release()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})
