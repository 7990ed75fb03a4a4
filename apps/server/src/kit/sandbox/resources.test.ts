import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { codes, outcome, testSandbox, type Outcome } from './sandbox-fixture.ts'

const sandbox = testSandbox({ memoryMb: 64 })
afterAll(() => sandbox.close())
const javascript = (code: string, timeoutMs = 20_000, memoryMb = 64) =>
  outcome(sandbox, { language: 'javascript', code, timeoutMs, memoryMb })
const python = (code: string, timeoutMs = 60_000) => outcome(sandbox, { language: 'python', code, timeoutMs })
const { timedOut, outOfMemory, threw, crashed } = codes

describe('JavaScript that exceeds a limit is stopped with a reason', () => {
  afterEach(async () => expect((await javascript('function main() { return "works" }')).output).toBe('works'))

  test.each<[name: string, body: string, reasons: number[], timeoutMs?: number]>([
    ['infinite loop', 'for (;;);', [timedOut], 300],
    ['infinite loop of promises', 'return (async () => { for (;;) await null })()', [timedOut], 300],
    [
      'infinite loop of timers',
      'return new Promise(() => { const again = () => setTimeout(again, 1); again() })',
      [timedOut],
      300,
    ],
    ['a sleep longer than the time', 'return new Promise((done) => setTimeout(done, 1e9))', [timedOut], 300],
    ['infinite loop in a getter of the result', 'return { get a() { for (;;); } }', [timedOut], 300],
    ['infinite loop in toJSON', 'return { toJSON() { for (;;); } }', [timedOut], 300],
    [
      'infinite loop in a thrown value',
      'throw { get message() { for (;;); }, toJSON() { for (;;); } }',
      [timedOut],
      300,
    ],
    [
      'infinite loop in the stack of an error',
      'const e = new Error(); Object.defineProperty(e, "stack", { get() { for (;;); } }); throw e',
      [timedOut],
      300,
    ],
    ['catastrophic regular expression', 'return /^(a+)+$/.test("a".repeat(50) + "b")', [timedOut], 300],
    ['a native loop that cannot be interrupted', 'return new Array(1e9).fill(0).length', [timedOut, outOfMemory], 1000],
    ['ever larger whole numbers', 'let x = 3n; for (;;) x = x * x', [timedOut, outOfMemory, threw], 1000],
    ['memory in small pieces', 'const all = []; for (;;) all.push(new Array(1000).fill(1))', [outOfMemory]],
    ['memory in maps', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, [i])', [outOfMemory]],
    [
      'memory in object keys',
      'const o = {}; for (let i = 0; ; i++) o["k" + i] = { i }',
      [outOfMemory, timedOut],
      10_000,
    ],
    ['memory in closures', 'let f = () => 0; for (;;) { const g = f; f = () => g }', [outOfMemory]],
    ['memory in buffers', 'const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1))', [outOfMemory]],
    ['10 GB at once', 'return new ArrayBuffer(10 * 2 ** 30).byteLength', [outOfMemory, threw]],
    ['1e9 elements', 'return Array.from({ length: 1e9 }, (_, i) => i).length', [outOfMemory, timedOut, threw], 10_000],
    ['a string of ever doubling length', 'let s = "x"; for (;;) s += s', [threw, outOfMemory]],
    ['a string made flat', 'return "x".repeat(2 ** 29 - 30).split("").length', [outOfMemory, crashed, threw]],
    ['a bomb of JSON', 'return JSON.parse("[" + "1,".repeat(5e7) + "1]").length', [outOfMemory]],
    ['deep recursion', 'const f = () => f() + 1; return f()', [threw]],
    ['deep recursion in a native sort', 'const f = () => [2, 1].sort(f)[0]; return f()', [threw]],
    [
      'a bomb of asynchronous calls',
      'const f = async () => { await null; f(); f() }; f(); return new Promise(() => {})',
      [timedOut, outOfMemory],
      5000,
    ],
    ['a bomb of timers', 'for (;;) setTimeout(() => {}, 1)', [threw]],
    [
      'a bomb of code',
      'let s = "1"; for (let i = 0; i < 24; i++) s += "+" + s; return eval(s)',
      [threw, outOfMemory, timedOut, crashed],
      10_000,
    ],
  ])('%s', async (_, body, reasons, timeoutMs) => {
    const { code, output, message } = await javascript(`function main() { ${body} }`, timeoutMs, 32)
    expect(output).toBeUndefined()
    expect(reasons, message).toContain(code)
  })

  test('100 MB of output is truncated, and the run continues', async () => {
    const { output, logs } = await javascript(
      'function main() { for (let i = 0; i < 1e5; i++) console.log("x".repeat(1000)); return 1 }',
    )
    expect(output).toBe(1)
    expect(logs!.join('\n').length).toBeLessThanOrEqual(64 * 1024)
    const lines = await javascript(
      'function main() { for (let i = 0; i < 1e5; i++) console.log(i); console.log("y".repeat(1e8)); return 1 }',
    )
    expect(lines.logs).toHaveLength(1000)
  })

  test('lines printed before it was stopped are returned', async () => {
    expect((await javascript('function main() { console.log("before"); for (;;); }', 300)).logs).toEqual(['before'])
  })

  test('it cannot fork', async () => {
    const { output } = await javascript(
      'function main() { return [typeof require, typeof process, typeof Worker, typeof Deno] }',
    )
    expect(output).toEqual(['undefined', 'undefined', 'undefined', 'undefined'])
  })
})

describe('Python that exceeds a limit is stopped with a reason', () => {
  // Each run has a process of its own, so each case shows that Python still works after the previous one: it prints a
  // line first. Half a second may be too short for that, so cases with a timeout skip the check.
  const starts = 'def main(args):\n    print("works")\n'
  test.each<[name: string, body: string, reasons: number[], timeoutMs?: number]>([
    ['infinite loop', 'while True: pass', [timedOut], 500],
    ['a sleep longer than the time', 'import time; time.sleep(10**6)', [timedOut], 500],
    [
      'catastrophic regular expression',
      'import re; return bool(re.match(r"^(a+)+$", "a" * 50 + "b"))',
      [timedOut],
      500,
    ],
    ['ever larger whole numbers', 'x = 3\n    while True: x = x * x', [timedOut, outOfMemory], 1000],
    ['memory in small pieces', 'a = []\n    while True: a.append([1] * 1000)', [outOfMemory]],
    ['10 GB at once', 'return len(bytearray(10 * 2**30))', [outOfMemory, threw]],
    ['1e9 elements', 'return len([0] * 10**9)', [outOfMemory, threw]],
    ['deep recursion', 'f = lambda: f() + 1\n    return f()', [threw]],
    [
      'deep recursion without a limit',
      'import sys; sys.setrecursionlimit(10**9)\n    f = lambda: f() + 1\n    return f()',
      [threw, crashed],
    ],
    ['fork', 'import os\n    while True: os.fork()', [threw]],
    ['threads', 'import threading\n    while True: threading.Thread(target=lambda: None).start()', [threw]],
    ['processes', 'import multiprocessing as m\n    while True: m.Process(target=print).start()', [threw]],
    ['the end of the interpreter', 'import os; os._exit(0)', [threw, crashed]],
    ['a crash by address', 'import ctypes; ctypes.string_at(2**31, 2**31 - 1)', [threw, crashed]],
    [
      'memory of JavaScript',
      'import js; from pyodide.ffi import to_js; a = []\n    while True: a.append(to_js(b"x" * 10**6))',
      [threw, crashed, outOfMemory],
    ],
  ])('%s', async (_, body, reasons, timeoutMs) => {
    const { code, output, message, logs } = await python(`${starts}    ${body}`, timeoutMs)
    expect(output).toBeUndefined()
    expect(reasons, message).toContain(code)
    if (timeoutMs === undefined) expect(logs).toContain('works')
  })
  test('after all these cases, a run still returns its result', async () => {
    expect(await python(`${starts}    return "works"`)).toEqual({ output: 'works', logs: ['works'] })
  })

  test('100 MB of output is truncated, and the run continues', async () => {
    const { output, logs } = await python(
      'def main(args):\n    for i in range(10**5): print("x" * 1000)\n    print("y" * 10**7)\n    return 1',
    )
    expect(output).toBe(1)
    expect(logs!.join('\n').length).toBeLessThanOrEqual(64 * 1024)
  })

  test('lines printed before it was killed are returned', async () => {
    expect(
      (await python('import time\ndef main(args):\n    print("before")\n    time.sleep(10**6)', 3000)).logs,
    ).toEqual(['before'])
  })
})

describe('others are served while one run hangs', () => {
  test.each(['javascript', 'python'] as const)('%s', async (language) => {
    const [hang, quick] =
      language === 'javascript'
        ? ['function main() { for (;;); }', 'function main() { return 1 }']
        : ['import time\ndef main(args):\n    time.sleep(10**6)', 'def main(args):\n    return 1']
    const stop = new AbortController()
    const order: string[] = []
    const note = (name: string) => (result: Outcome) => (order.push(name), result)
    const hanging = outcome(sandbox, { language, code: hang, timeoutMs: 100_000, signal: stop.signal }).then(
      note('hanging'),
    )
    const others = await Promise.all(
      [1, 2, 3].map(() => outcome(sandbox, { language, code: quick }).then(note('quick'))),
    )
    stop.abort()
    expect(others.map(({ output }) => output)).toEqual([1, 1, 1])
    expect((await hanging).message).toBe('The code was stopped before it ended')
    expect(order).toEqual(['quick', 'quick', 'quick', 'hanging'])
  })
})
