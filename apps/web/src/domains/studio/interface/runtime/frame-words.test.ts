import { usesOf } from '@orrery/engine/interface'
import { describe, expect, test } from 'vitest'
import { type Call, createAnswers, createRateLimit, parseMessage, statesFor } from './frame-words.ts'

/** The bridge between a page of code and its surrounding page: which messages a script can send, and their effects. */
const uses = usesOf({
  'App.tsx': `const orders = useBinding('orders', ['insert']); const ask = useBinding("greet")`,
  'more.tsx': `useBinding('orders', ['update'])`,
})
const call = (name: string, act: string, args: Record<string, unknown> = {}): Call => ({
  type: 'call',
  id: 1,
  name,
  act,
  args,
})
function bridge() {
  const done: string[] = []
  const answer = createAnswers(
    {
      call: (name, act) => {
        done.push(`${name}.${act}`)
        return Promise.resolve('given')
      },
    },
    uses,
    'failed',
  )
  return { answer, done }
}

describe('a call of a page of code', () => {
  test.each([
    ['greet', 'run'],
    ['orders', 'load'],
    ['orders', 'insert'],
    ['orders', 'update'],
    ['', 'open'],
  ])('succeeds if its files declare “%s” for “%s”', async (name, act) => {
    const { answer, done } = bridge()
    expect(await answer(call(name, act))).toEqual({ value: 'given' })
    expect(done).toEqual([`${name}.${act}`])
  })
  test.each([
    ['a source that it does not name', 'salaries', 'load'],
    ['a workflow that it does not name', 'pay', 'run'],
    ['a way of writing that it does not name', 'orders', 'remove'],
    ['an act that there is not', 'orders', 'drop'],
    ['an act that every object has', 'orders', 'constructor'],
    ['a name that every object has', '__proto__', 'load'],
    ['another name that every object has', 'constructor', 'run'],
    ['a page in the name of a source', 'orders', 'open'],
  ])('is refused without any effect for %s', async (_, name, act) => {
    const { answer, done } = bridge()
    expect(await answer(call(name, act))).toEqual({ error: expect.stringContaining('does not declare') })
    expect(done).toEqual([])
  })
  test('is refused if fifty others are in progress', async () => {
    const waiting: (() => void)[] = []
    const answer = createAnswers({ call: () => new Promise<void>((resolve) => waiting.push(resolve)) }, uses, 'failed')
    const first = Array.from({ length: 50 }, () => answer(call('greet', 'run')))
    expect(await answer(call('greet', 'run'))).toEqual({ error: 'too many calls at a time' })
    for (const end of waiting.splice(0)) end()
    await Promise.all(first)
    const next = answer(call('greet', 'run'))
    for (const end of waiting.splice(0)) end()
    expect(await next).toEqual({ value: undefined })
  })
  test('that fails returns only the message of the error', async () => {
    const cause = Object.assign(new Error('no such row'), { stack: 'secret', cause: 'secret' })
    const answer = createAnswers({ call: () => Promise.reject(cause) }, uses, 'failed')
    expect(await answer(call('orders', 'load'))).toEqual({ error: 'no such row' })
  })
})

test('a page of code receives only the states of the sources that it declares', () => {
  const sources = { orders: { data: [1] }, greet: { data: 'x' }, salaries: { data: [9] } }
  expect(statesFor(uses, sources)).toEqual({ orders: { data: [1] }, greet: { data: 'x' } })
})

describe('invalid messages are ignored', () => {
  const circle: Record<string, unknown> = { type: 'event', name: 'x' }
  circle['value'] = circle
  test.each<[string, unknown]>([
    ['nothing', null],
    ['no data', undefined],
    ['a text', 'size'],
    ['a list', [{ type: 'size', height: 1 }]],
    ['a type that there is not', { type: 'admin' }],
    ['a type that every object has', { type: 'constructor' }],
    ['a circle', circle],
    ['a number beyond all numbers', { type: 'event', name: 'x', value: 1n }],
    ['a height in words', { type: 'size', height: '100%' }],
    ['a fault that is no text', { type: 'fault', message: { toString: 'x' } }],
    ['an event without a name', { type: 'event', name: { includes: true } }],
    ['a call without a number', { type: 'call', id: '1', name: 'orders', act: 'load', args: {} }],
    ['a call whose number is a thing', { type: 'call', id: { valueOf: 1 }, name: 'orders', act: 'load', args: {} }],
    ['a call of a name that is no text', { type: 'call', id: 1, name: ['orders'], act: 'load', args: {} }],
    ['too much', { type: 'event', name: 'x', value: 'a'.repeat(1000) }],
    ['too much in letters of three bytes', { type: 'event', name: 'x', value: '字'.repeat(300) }],
  ])('%s', (_, sent) => {
    expect(parseMessage(sent, 800)).toBeUndefined()
  })
  test('a valid message is reduced to plain data: no buffers, no lists as arguments, no other fields', () => {
    const sent = { type: 'call', id: 1, name: 'orders', act: 'load', args: [1], port: 'x' }
    expect(parseMessage(sent, 800)).toEqual({ type: 'call', id: 1, name: 'orders', act: 'load', args: {} })
    const large = { type: 'event', name: 'x', value: new ArrayBuffer(100_000) }
    expect(parseMessage(large, 800)).toEqual({ type: 'event', name: 'x', value: {} })
    const polluting = JSON.parse('{"type":"call","id":1,"name":"orders","act":"load","args":{"__proto__":{"x":1}}}')
    parseMessage(polluting, 800)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

test('messages over the limit are dropped until the next second', () => {
  let now = 0
  const may = createRateLimit(100, () => now)
  const passed = () => Array.from({ length: 5000 }, () => may()).filter(Boolean).length
  expect(passed()).toBe(100)
  now = 999
  expect(passed()).toBe(0)
  now = 1000
  expect(passed()).toBe(100)
})
