import { expect, test } from 'vitest'
import { createOnce } from './once.ts'

test('something is made once for each key, however many ask at the same time', async () => {
  const once = createOnce<string, number>()
  let count = 0
  const make = async () => (count += 1)
  expect(await Promise.all([once('a', make), once('a', make), once('b', make)])).toEqual([1, 1, 2])
})

test('what failed is made again', async () => {
  const once = createOnce<string, number>()
  await expect(once('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await once('a', async () => 1)).toBe(1)
})
