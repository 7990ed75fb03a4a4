import { expect, test } from 'vitest'
import { isId } from './is-id.ts'

test.each(['1', '42', '999999999999999999', '9223372036854775807'])('%s is an id', (text) =>
  expect(isId(text)).toBe(true),
)
test.each([
  '',
  '0',
  '007',
  '-1',
  '1.5',
  '1e3',
  ' 1',
  '1\n',
  '１',
  'abc',
  '9223372036854775808',
  '99999999999999999999',
])('%j is not an id', (text) => expect(isId(text)).toBe(false))
