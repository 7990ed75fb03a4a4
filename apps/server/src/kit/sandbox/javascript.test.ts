import { afterAll, describe, expect, test } from 'vitest'
import { outcome, testSandbox } from './sandbox-fixture.ts'

const sandbox = testSandbox()
afterAll(() => sandbox.close())
const run = (code: string, params: Record<string, unknown> = {}) =>
  outcome(sandbox, { language: 'javascript', code, params })
const value = async (expression: string) => (await run(`async function main() { return ${expression} }`)).output

describe('JavaScript code', () => {
  test('gets its parameters and returns the result of main', async () => {
    const params = { 名: '中文 😀 \u2028', list: [1, { deep: [true, null] }], number: -0.5 }
    const { output } = await run(
      'async function main({ params }) { return { ...params, added: params.list[0] + 1 } }',
      params,
    )
    expect(output).toEqual({ ...params, added: 2 })
  })

  test.each([
    ['a plain function', 'function main({ params }) { return params.x }'],
    ['an arrow function', 'const main = async ({ params }) => params.x'],
    [
      'a function that awaits timers',
      'async function main({ params }) { await new Promise((done) => setTimeout(done, 5)); return params.x }',
    ],
    [
      'TypeScript',
      'interface A { params: { x: number } }\nasync function main({ params }: A): Promise<number> { const x: number = params.x; return x as number }',
    ],
  ])('main may be %s', async (_, code) => {
    expect((await run(code, { x: 7 })).output).toBe(7)
  })

  test('its printed lines are returned, also when it fails', async () => {
    const { logs, message } = await run(`function main() {
      console.log('one', 2, { three: [3] }, undefined, 4n)
      console.error('two\\nlines')
      throw new Error('stop')
    }`)
    expect(logs).toEqual(['one 2 {"three":[3]} undefined 4n', 'two', 'lines'])
    expect(message).toBe('Error: stop (line 4)')
  })

  test.each([
    [
      'thrown in main',
      'function main() {\n  const a = undefined\n  return a.b\n}',
      "TypeError: Cannot read properties of undefined (reading 'b') (line 3)",
    ],
    [
      'thrown later',
      'async function main() {\n  await null\n\n  throw new RangeError("far")\n}',
      'RangeError: far (line 4)',
    ],
    ['thrown while loading', 'const a = 1\nb()\nfunction main() {}', 'ReferenceError: b is not defined (line 2)'],
    [
      'thrown in a timer',
      'function main() {\n  setTimeout(() => {\n    throw new Error("tick")\n  }, 1)\n  return new Promise(() => {})\n}',
      'Error: tick (line 3)',
    ],
    ['a syntax error', 'function main() {\n  return {,}\n}', "SyntaxError: Unexpected token ',' (line 2)"],
    [
      'TypeScript that is wrong',
      'function main(a: number) {\n  let x: string = a.b.c\n}',
      "TypeError: Cannot read properties of undefined (reading 'c') (line 2)",
    ],
    ['not an error', 'function main() {\n  throw { reason: "no" }\n}', '{"reason":"no"}'],
  ])('an error names its line in the code: %s', async (_, code, message) => {
    expect((await run(code)).message).toBe(message)
  })

  test('reports a missing main, or a promise that cannot settle', async () => {
    expect((await run('const mian = 1')).message).toBe('The code has no function named main')
    expect((await run('function main() { return new Promise(() => {}) }')).message).toMatch(/never|ever settle/)
  })

  test('has the harmless globals people expect', async () => {
    expect(await value(`[btoa('h\u00e9'), atob('aOk='), atob(btoa('abcd'))]`)).toEqual(['aOk=', 'hé', 'abcd'])
    expect(await value(`[...new TextEncoder().encode('aé中😀')]`)).toEqual([...new TextEncoder().encode('aé中😀')])
    const bytes = [
      0xef, 0xbb, 0xbf, 0x61, 0xc3, 0xa9, 0xe4, 0xb8, 0xad, 0xf0, 0x9f, 0x98, 0x80, 0xff, 0xe4, 0xb8, 0xed, 0xa0, 0x80,
      0xc0, 0x80, 0xf0, 0x9f,
    ]
    expect(await value(`new TextDecoder().decode(new Uint8Array(${JSON.stringify(bytes)}))`)).toBe(
      new TextDecoder().decode(new Uint8Array(bytes)),
    )
    expect(await value(`crypto.randomUUID()`)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(await value(`new Set(crypto.getRandomValues(new Uint8Array(64))).size > 8`)).toBe(true)
    expect(
      await value(`(() => { const a = { m: new Map([[1, { d: new Date(5) }]]), s: [new Set([2])] }; a.self = a; const b = structuredClone(a);
      return [b !== a, b.self === b, b.m.get(1).d.getTime(), [...b.s[0]], b.m.get(1) !== a.m.get(1)] })()`),
    ).toEqual([true, true, 5, [2], true])
    expect(
      await value(`(async () => { const order = []; setTimeout(() => order.push('b'), 9); setTimeout(() => order.push('a'), 1); const id = setInterval(() => order.push('i'), 4);
      await new Promise((done) => setTimeout(done, 30)); clearInterval(id); return order.filter((x) => x !== 'i').join('') + order.includes('i') })()`),
    ).toBe('abtrue')
  })

  test('URL and URLSearchParams behave as in a browser', async () => {
    const use = (Url: typeof URL, Query: typeof URLSearchParams) => {
      const url = new Url('../b c?x=1&y=%E4%B8%AD&x=2#h', 'https://user:pw@例子.com:8443/a/d')
      url.searchParams.append('z', "a b&c'~*")
      url.searchParams.set('x', '9')
      url.hash = ''
      const query = new Query({ q: '1 + 1', r: '%zz' })
      query.sort()
      const parts = [url.href, url.origin, url.hostname, url.port, url.pathname, url.username, JSON.stringify({ url })]
      const keys = [[...url.searchParams.keys()], url.searchParams.get('y'), query.toString(), Url.canParse('nope')]
      return [
        ...parts,
        ...keys,
        new Query('?a=%zz&b=%ff+1').get('a'),
        new Query('b=%ff+1').get('b'),
        new Query([
          ['k', 'v'],
          ['k', 'w'],
        ]).getAll('k'),
      ]
    }
    expect(await value(`(${use.toString()})(URL, URLSearchParams)`)).toEqual(use(URL, URLSearchParams))
    expect((await run(`function main() { return new URL('no url') }`)).message).toMatch(
      /^TypeError: Invalid URL: no url/,
    )
  })
})
