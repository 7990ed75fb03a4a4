import { describe, expect, expectTypeOf, test } from 'vitest'
import { createPorts, type Ports } from './ports.ts'

interface Some {
  greet(name: string): string
  count: { next(): number }
  extra?: () => string
}
const open = () => createPorts<Some>({ greet: true, count: true, extra: true })
const greet = (name: string) => `hello ${name}`
const count = { next: () => 1 }
const extra = () => 'extra'

describe('ports', () => {
  test('call their provider once they are sealed, even if they were passed on before', () => {
    const ports = open()
    const { use } = ports
    ports.provide({ greet }).provide({ count, extra }).seal()
    expect([use.greet('Ada'), use.count.next(), use.extra?.()]).toEqual(['hello Ada', 1, 'extra'])
  })
  test('cannot be used before they are sealed, even if they are provided', () => {
    const ports = open()
    ports.provide({ greet })
    expect(() => ports.use.greet('Ada')).toThrow('The port "greet" is used before the app is wired')
  })
  test('have exactly one provider: the error for a second one has the name of the port', () => {
    const ports = open()
    ports.provide({ greet, count })
    expect(() => ports.provide({ count })).toThrow('The port "count" is provided twice')
  })
  test('cannot be sealed while any is missing: the error lists all missing ports', () => {
    const ports = open().provide({ greet }) as unknown as Ports<Some, never>
    expect(() => ports.seal()).toThrow('Nobody provides the port "count", "extra"')
    expect(() => ports.use.greet('Ada')).toThrow('used before')
  })
  test('treat an undefined provider as missing', () => {
    const ports = open().provide({ greet, count, extra: undefined as unknown as () => string })
    expect(() => ports.seal()).toThrow('Nobody provides the port "extra"')
  })
  test('accept no provider once they are sealed, and none for an unknown port', () => {
    const ports = open()
    const other = { other: 1 } as unknown as { greet: typeof greet }
    expect(() => ports.provide(other)).toThrow('There is no port "other"')
    ports.provide({ greet, count, extra }).seal()
    expect(() => ports.provide({ greet })).toThrow('The ports are sealed: "greet" comes too late')
  })
  test('can be replaced in tests, once they are sealed', () => {
    const ports = open()
    const full = ports.provide({ greet, count, extra })
    expect(() => ports.replace({ extra: undefined })).toThrow('Only sealed ports')
    full.seal()
    ports.replace({ greet: () => 'bye', extra: undefined })
    expect([ports.use.greet('Ada'), ports.use.extra, ports.use.count.next()]).toEqual(['bye', undefined, 1])
  })
  test('do not compile when sealed with a missing port or provided twice', () => {
    const partly = open().provide({ greet })
    expectTypeOf(partly.seal).toEqualTypeOf<{ missing: 'count' | 'extra' }>()
    // @ts-expect-error: it is provided already
    expect(() => partly.provide({ greet })).toThrow('twice')
  })
})
