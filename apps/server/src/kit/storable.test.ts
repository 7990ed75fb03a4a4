import { expect, test } from 'vitest'
import { storable } from './storable.ts'

test('characters that the database refuses are replaced at any depth', () => {
  const given = { 'a\0': ['x\0y', 1, null, { b: '\uD800' }] }
  expect(storable(given)).toEqual({ 'a\uFFFD': ['x\uFFFDy', 1, null, { b: '\uFFFD' }] })
})
