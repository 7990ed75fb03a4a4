import { expect, test } from 'vitest'
import { fromLines, toLines } from './outbound-headers.ts'

test('names are shown without values, and a line without a value keeps the stored one', () => {
  expect(fromLines(toLines(['authorization', 'x-team']))).toEqual([
    { name: 'authorization', value: '' },
    { name: 'x-team', value: '' },
  ])
  expect(fromLines('Authorization: Bearer a:b\n\n x-team ')).toEqual([
    { name: 'Authorization', value: 'Bearer a:b' },
    { name: 'x-team', value: '' },
  ])
})
