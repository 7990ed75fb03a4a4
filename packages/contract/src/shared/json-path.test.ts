import { expect, test } from 'vitest'
import { JSON_PATH_LIMIT, parsePath, valueAt } from './json-path.ts'

test.each([
  ['$', []],
  ['$.messages[0].content', ['messages', 0, 'content']],
  ['messages[1]', ['messages', 1]],
  [`$['a b']["c.d"]`, ['a b', 'c.d']],
])('%s is read', (path, steps) => expect(parsePath(path)).toEqual(steps))

test.each(['$..content', '$.a[*]', '$[?(@.a)]', '$.a[', '$.a[-1]', 'a b', '$.'.repeat(300)])('%s is refused', (path) =>
  expect(parsePath(path)).toBeUndefined(),
)
test('a path finds only own properties, and paths that are too long are refused', () => {
  const value = { messages: [{ content: 'hello' }] }
  expect(valueAt(value, parsePath('$.messages[0].content')!)).toBe('hello')
  expect(valueAt(value, parsePath('$.messages[7].content')!)).toBeUndefined()
  expect(valueAt(value, ['__proto__'])).toBeUndefined()
  expect(valueAt('text', ['length'])).toBeUndefined()
  expect(parsePath(`$.${'a'.repeat(JSON_PATH_LIMIT)}`)).toBeUndefined()
})
