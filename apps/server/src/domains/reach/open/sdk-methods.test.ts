import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CozeAPI } from '@coze/api'
import { expect, test } from 'vitest'

/** Lists every method of the official client, for example `chat.messages.list`. */
function methodsOf(thing: object, prefix = ''): string[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(thing) as object)
  const methods = own.filter((name) => name !== 'constructor' && !name.startsWith('_')).map((name) => prefix + name)
  const parts = Object.entries(thing).filter(
    ([name, value]) => !name.startsWith('_') && typeof value === 'object' && value !== null && '_client' in value,
  )
  return [...methods, ...parts.flatMap(([name, part]) => methodsOf(part as object, `${prefix}${name}.`))]
}
test('every supported method of the official client has a test', () => {
  const client = new CozeAPI({ baseURL: 'http://127.0.0.1', token: 'pat_x' })
  const wanted = methodsOf(client).filter((name) => name.includes('.'))
  const tests = [
    'sdk-chat.test.ts',
    'sdk-studio.test.ts',
    '../voice/voice.test.ts',
    '../realtime/realtime.test.ts',
    '../voice/clone.test.ts',
    '../voiceprint/voiceprint.test.ts',
  ]
  const text = tests.map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8')).join('')
  const missing = wanted.filter((name) => !text.includes(`coze.${name}(`))
  expect(missing).toEqual([])
  expect(wanted).toHaveLength(WANTED)
})
/** The 65 methods that use HTTP, and the four that open sockets. */
const WANTED = 69
