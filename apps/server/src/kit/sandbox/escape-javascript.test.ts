import { afterAll, describe, expect, test } from 'vitest'
import { outcome, testSandbox } from './sandbox-fixture.ts'

const sandbox = testSandbox()
afterAll(() => sandbox.close())
const run = (code: string) => outcome(sandbox, { language: 'javascript', code })

/** Expressions that would return a part of the outer process: its `process`, its `require`, or its global object. */
const tricks: [name: string, expression: string][] = [
  ['require', `require('child_process')`],
  ['process.binding', `process.binding('spawn_sync')`],
  ['process.mainModule', `process.mainModule.require('fs')`],
  ['dynamic import', `await import('node:fs')`],
  ['dynamic import of a file', `await import('file:///etc/passwd')`],
  ['constructor of constructor', `constructor.constructor('return process')()`],
  ['constructor of a literal', `({}).constructor.constructor('return process')()`],
  ['template literal call', 'Function`return process`()'],
  ['template literal name', '[][`constructor`][`constructor`](`return ${"pro"}${"cess"}`)()'],
  ['unicode escapes', `\\u0070rocess`],
  ['escapes in a string', `globalThis['\\x70\\u0072ocess']`],
  ['eval', `eval('process')`],
  ['indirect eval', `(0, eval)('this').process`],
  ['this of a sloppy function', `(function () { return this })().process`],
  ['async function constructor', `await (async () => {}).constructor('return process')()`],
  ['generator constructor', `(function* () {}).constructor('yield process')().next().value`],
  ['async generator constructor', `(await (async function* () {}).constructor('yield process')().next()).value`],
  [
    'yield* in an async generator',
    `(await (async function* () { yield* [Promise.resolve(globalThis.process)] })().next()).value`,
  ],
  [
    'Error.prepareStackTrace',
    `(() => { Error.prepareStackTrace = (e, sites) => sites; return new Error().stack.map((s) => s.getThis()).find((t) => t && t !== globalThis)?.process })()`,
  ],
  [
    'functions of call sites',
    `(() => { Error.prepareStackTrace = (e, sites) => sites; return new Error().stack.map((s) => s.getFunction()).find((f) => f && !(f instanceof Object)) })()`,
  ],
  [
    'file names of call sites',
    `(() => { const names = new Error().stack; return /\\//.test(names.replace(/<anonymous>/g, '')) ? { pid: names } : undefined })()`,
  ],
  ['caller', `(function f() { return f.caller })().constructor('return process')()`],
  [
    'constructor of a given function',
    `[console.log, setTimeout, crypto.randomUUID, URL, TextDecoder, structuredClone].map((f) => f.constructor('return this')().process).find(Boolean)`,
  ],
  [
    'error of a given function',
    `(() => { for (const f of [() => new URL('%'), () => structuredClone(() => {}), () => crypto.getRandomValues(new Uint8Array(1e6)), () => atob('?'), () => setTimeout(1), () => new TextDecoder('x')])
      try { f() } catch (e) { const p = e.constructor.constructor('return this')().process; if (p) return p } })()`,
  ],
  [
    'an object that is asked for its text',
    `(() => { let seen; const spy = new Proxy({}, { get: (t, k, r) => (k === Symbol.toPrimitive ? (...a) => { seen = new Error().stack; return 'http://a' } : undefined) }); new URL(spy); return /node:|\\/javascript-child/.test(seen) && { pid: seen } })()`,
  ],
  [
    'text replaced while it is handed out',
    `(() => { let got; const put = String; globalThis.String = (v) => { got ??= v; return v }; try { new URL({ toString: () => ({}) }) } catch (e) { got = e } finally { globalThis.String = put } return got?.constructor?.constructor('return this')().process })()`,
  ],
  [
    'JSON replaced',
    `(() => { let got; JSON.parse = function () { got = this; return {} }; new URL('http://a'); return got?.process })()`,
  ],
  [
    'a setter on Object.prototype',
    `(() => { let got; Object.defineProperty(Object.prototype, 'timeout', { set(v) { got = this }, configurable: true }); return got?.process })()`,
  ],
  [
    'Symbol.hasInstance and species',
    `(() => { class P extends Promise { static get [Symbol.species]() { return class { constructor(run) { run(() => {}, () => {}); this.process = 0 } } } } return P.resolve().then(() => {}).process })()`,
  ],
  ['a thenable as result', `await { then(resolve) { resolve(resolve.constructor('return this')().process) } }`],
  [
    'a revoked proxy',
    `(() => { const { proxy, revoke } = Proxy.revocable(function () {}, {}); revoke(); return proxy.process })()`,
  ],
  ['import.meta', `eval('import.meta').url`],
  [
    'left-over names of the sandbox',
    `['ivm', 'isolated', 'host', '$0', '$1', 'enter', '_ivm', 'global', 'module', 'exports', '__dirname', 'Deno', 'Bun', 'Buffer'].map((n) => globalThis[n]).find(Boolean)`,
  ],
  ['memory that is not counted', `globalThis.WebAssembly ?? globalThis.SharedArrayBuffer ?? globalThis.Atomics`],
]
const code = (expression: string) => `async function main() {
  const found = await (async () => ${/^\(\(\) =>|^await|^\(await/.test(expression) ? expression : `(${expression})`})()
  return found === undefined || found === null || found === false || found === 0 ? 'nothing' : 'reached ' + String(found)
}`

describe('JavaScript reaches nothing of the process it runs in', () => {
  test.each(tricks)('%s', async (_, expression) => {
    const { output, message } = await run(code(expression))
    // A failure must come from the language itself: the name is unknown, or the operation is not supported.
    if (output === undefined)
      expect(message).toMatch(
        /(process|require) is not defined|^Error: Not supported|proxy that has been revoked|^SyntaxError: Cannot use 'import.meta'/,
      )
    else expect(output).toBe('nothing')
    expect(message ?? '').not.toMatch(/node:|node_modules|javascript-child/)
  })

  test('the global object contains what the language has and what was provided, nothing else', async () => {
    const given = [
      'TextDecoder',
      'TextEncoder',
      'URL',
      'URLSearchParams',
      'atob',
      'btoa',
      'clearImmediate',
      'clearInterval',
      'clearTimeout',
      'console',
      'crypto',
      'main',
      'queueMicrotask',
      'setImmediate',
      'setInterval',
      'setTimeout',
      'structuredClone',
    ]
    const { output } = await run(`function main() { return Reflect.ownKeys(globalThis).map(String) }`)
    const language = new Set([
      'globalThis',
      'undefined',
      'NaN',
      'Infinity',
      'eval',
      'escape',
      'unescape',
      'Intl',
      'Reflect',
      'JSON',
      'Math',
      'Iterator',
      'Proxy',
    ])
    const others = (output as string[]).filter((name) => !language.has(name) && !given.includes(name))
    for (const name of others)
      expect(name).toMatch(
        /^(is|parse|decode|encode)[A-Z]|^(Object|Function|Array|Number|Boolean|String|Symbol|Date|Promise|RegExp|\w*Error|ArrayBuffer|\w+Array|DataView|Map|BigInt|Set|WeakMap|WeakSet|WeakRef|FinalizationRegistry|DisposableStack|AsyncDisposableStack|SuppressedError|Float16Array)$/,
      )
    expect(output).toEqual(expect.arrayContaining(given))
  })

  test('a run leaves nothing behind for the next run', async () => {
    const first = await run(`function main() {
      globalThis.left = 1; Object.prototype.left = 1; Array.prototype.map = () => 'mine'; JSON.stringify = () => '"mine"'; console.log = () => {}
      Promise.prototype.then = function () { return this }; Date.now = () => 0; globalThis.eval = () => 'mine'
      return { fine: true }
    }`)
    expect(first.output).toEqual({ fine: true, left: undefined })
    const next = await run(
      `async function main() { console.log('seen'); await null; return [typeof left, ({}).left, [1].map((x) => x + 1), JSON.stringify({ a: 1 }), Date.now() > 1e12, eval('1 + 1')] }`,
    )
    expect(next).toEqual({ output: ['undefined', null, [2], '{"a":1}', true, 2], logs: ['seen'] })
  })
})
