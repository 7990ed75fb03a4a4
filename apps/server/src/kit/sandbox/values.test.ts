import { afterAll, describe, expect, test } from 'vitest'
import { codes, outcome, testSandbox } from './sandbox-fixture.ts'

const sandbox = testSandbox()
afterAll(() => sandbox.close())
const javascript = (code: string, params = {}) => outcome(sandbox, { language: 'javascript', code, params })
const python = (code: string, params = {}) => outcome(sandbox, { language: 'python', code, params })
const returns = (expression: string) => javascript(`function main({ params }) { return ${expression} }`)
const ownKeys = (value: unknown) => Object.keys(value as object)

describe('JavaScript results become plain JSON or are refused', () => {
  test.each<[name: string, expression: string, value: unknown]>([
    ['numbers that are none', '{ n: NaN, i: Infinity, m: -Infinity, z: -0 }', { n: null, i: null, m: null, z: 0 }],
    [
      'whole numbers beyond the exact ones',
      '{ small: 12n, exact: 9007199254740991n, large: 9007199254740993n, negative: -(2n ** 70n) }',
      { small: 12, exact: 9007199254740991, large: '9007199254740993', negative: '-1180591620717411303424' },
    ],
    [
      'functions and symbols inside',
      '{ f() {}, s: Symbol("x"), list: [() => 1, undefined], u: undefined }',
      { list: [null, null] },
    ],
    ['nothing', 'undefined', null],
    ['dates', '{ d: new Date(0), broken: new Date(NaN) }', { d: '1970-01-01T00:00:00.000Z', broken: null }],
    ['a null prototype', 'Object.assign(Object.create(null), { a: 1 })', { a: 1 }],
    ['sparse lists', '[, 1]', [null, 1]],
    ['half a surrogate pair', '"a\\ud800b"', 'a\ud800b'],
    ['a proxy', 'new Proxy({ a: 1 }, {})', { a: 1 }],
    ['text', '"text"', 'text'],
  ])('%s', async (_, expression, value) => {
    expect(await returns(expression)).toEqual({ output: value, logs: [] })
  })

  test.each<[name: string, expression: string, message: string]>([
    [
      'a cycle',
      '(() => { const a = { list: [] }; a.list.push(a); return a })()',
      'The returned value contains a reference to itself',
    ],
    ['a function', '() => 1', 'The returned value is a function, which JSON cannot hold'],
    ['a symbol', 'Symbol("x")', 'The returned value is a symbol, which JSON cannot hold'],
    ['a getter that throws', '{ get a() { throw new Error("no") } }', 'Error: no (line 1)'],
    [
      'a proxy that throws',
      'new Proxy({}, { ownKeys() { throw new TypeError("hidden") } })',
      'TypeError: hidden (line 1)',
    ],
    ['a toJSON that throws', '{ toJSON() { throw "plain" } }', 'plain'],
    [
      'deep nesting',
      '(() => { let a = 1; for (let i = 0; i < 300; i++) a = [a]; return a })()',
      'The returned value is nested too deeply',
    ],
    [
      'very deep nesting',
      '(() => { let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; return a })()',
      'The returned value is nested too deeply',
    ],
    [
      'an error that cannot be shown',
      '(() => { throw { get message() { throw 1 }, toJSON() { throw 2 }, toString() { throw 3 } } })()',
      'The code threw a value that cannot be shown',
    ],
  ])('%s is refused', async (_, expression, message) => {
    expect(await returns(expression)).toMatchObject({ message })
  })

  test.each<[name: string, expression: string]>([
    ['50 MB of text', '"x".repeat(50e6)'],
    ['50 MB in pieces', 'Array.from({ length: 500 }, () => "x".repeat(1e5))'],
    ['more bytes than letters', '"中".repeat(4e6)'],
  ])('%s is refused', async (_, expression) => {
    expect((await returns(expression)).code).toBe(codes.tooLarge)
  })

  test('a result just under the limit is returned completely', async () => {
    const { output } = await outcome(sandbox, {
      language: 'javascript',
      code: 'function main() { return "x".repeat(998) }',
      maxOutputBytes: 1000,
    })
    expect(output).toBe('x'.repeat(998))
    expect(
      (
        await outcome(sandbox, {
          language: 'javascript',
          code: 'function main() { return "x".repeat(999) }',
          maxOutputBytes: 1000,
        })
      ).code,
    ).toBe(codes.tooLarge)
  })

  test('parameters that are not JSON are refused before anything runs', async () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    expect((await javascript('function main() { return 1 }', circular)).message).toMatch(
      /^The parameters cannot be written as JSON/,
    )
    expect((await javascript('function main() { return 1 }', { text: 'x'.repeat(17 * 2 ** 20) })).message).toMatch(
      /larger than/,
    )
  })
})

describe('Python results become plain JSON or are refused', () => {
  test('values that JSON cannot represent', async () => {
    const code = `import datetime, decimal, enum, uuid, collections
class Colour(enum.Enum):
    RED = "red"
class Text(str): pass
def main(args):
    return {"nan": float("nan"), "inf": [float("inf"), -float("inf")], "exact": 2**53 - 1, "large": 2**70, "tuple": (1, 2), "set": {3}, "none": None,
            "when": datetime.datetime(2024, 1, 2, 3, 4), "price": decimal.Decimal("1.10"), "colour": Colour.RED, "text": Text("t"), "queue": collections.deque([1]),
            "counter": collections.Counter("aa"), 1: "one", True: "yes", None: "none", "half": "\\ud800"}`
    expect((await python(code)).output).toEqual({
      nan: null,
      inf: [null, null],
      exact: 9007199254740991,
      large: '1180591620717411303424',
      tuple: [1, 2],
      set: [3],
      none: null,
      when: '2024-01-02T03:04:00',
      price: '1.10',
      colour: 'red',
      text: 't',
      queue: [1],
      counter: { a: 2 },
      1: 'yes',
      null: 'none',
      half: '\ud800',
    })
  })

  test.each<[name: string, body: string, message: RegExp]>([
    [
      'a cycle',
      'a = {"list": []}; a["list"].append(a); return a',
      /^The returned value \(\.list\[0\]\) contains a reference to itself$/,
    ],
    [
      'a function',
      'return {"f": [print]}',
      /^The returned value \(\.f\[0\]\) is a builtin_function_or_method, which JSON cannot hold$/,
    ],
    ['bytes', 'return b"x"', /^The returned value is a bytes, which JSON cannot hold$/],
    [
      'a key of bytes',
      'return {"a": {b"x": 1}}',
      /^The returned value \(\.a\) has a key of type bytes; keys must be text$/,
    ],
    ['deep nesting', 'a = 1\n    for _ in range(300): a = [a]\n    return a', /nested too deeply$/],
    ['very deep nesting', 'a = 1\n    for _ in range(10**5): a = {"a": a}\n    return a', /nested too deeply$/],
    [
      'a property that throws',
      'class D(dict):\n        def items(self): raise ValueError("no")\n    return D(a=1)',
      /^ValueError: no \(line 3\)$/,
    ],
    [
      'an error that cannot be shown',
      'class E(Exception):\n        def __str__(self): raise E()\n    raise E()',
      /^E \(line 4\)$/,
    ],
    ['50 MB', 'return "x" * 50_000_000', /^The returned value is larger than 8388608 bytes$/],
  ])('%s is refused', async (_, body, message) => {
    expect((await python(`def main(args):\n    ${body}`)).message).toMatch(message)
  })
})

describe('names with a special meaning in JavaScript are plain data', () => {
  const text =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":1,"toString":"text","hasOwnProperty":2,"list":[{"__proto__":[1]}]}'
  const unchanged = (output: unknown) => {
    expect(JSON.stringify(output)).toBe(text)
    expect(ownKeys(output)).toEqual(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'list'])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect((output as { polluted?: unknown }).polluted).toBeUndefined()
  }

  test('through JavaScript', async () => {
    const code = `function main({ params }) {
      if (params.polluted || ({}).polluted || Object.getPrototypeOf(params) !== Object.prototype) throw new Error('polluted')
      return params
    }`
    unchanged((await javascript(code, JSON.parse(text) as Record<string, unknown>)).output)
    unchanged((await javascript(`function main() { return JSON.parse(${JSON.stringify(text)}) }`)).output)
  })

  test('through Python', async () => {
    unchanged(
      (await python('def main(args):\n    return args.params', JSON.parse(text) as Record<string, unknown>)).output,
    )
  })

  test('code can break a prototype only for itself', async () => {
    const { output } = await javascript(
      `function main() { Object.prototype.polluted = 1; Array.prototype.polluted = 1; return { a: [] } }`,
    )
    expect(ownKeys(output)).toEqual(['a'])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
