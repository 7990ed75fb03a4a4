import { expect, test } from 'vitest'
import { createOnce } from './once.ts'

test('a value is created once per key, even with concurrent callers', async () => {
  const once = createOnce<string, number>()
  let count = 0
  const make = async () => (count += 1)
  expect(await Promise.all([once('a', make), once('a', make), once('b', make)])).toEqual([1, 1, 2])
})

test('a failed value is created again', async () => {
  const once = createOnce<string, number>()
  await expect(once('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await once('a', async () => 1)).toBe(1)
})
