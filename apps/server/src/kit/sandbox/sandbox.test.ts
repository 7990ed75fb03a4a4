import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { outcome, testSandbox, type Outcome } from './sandbox-fixture.ts'
import type { Sandbox } from './sandbox.ts'

let sandbox: Sandbox
afterEach(() => sandbox.close())
const hang = 'function main() { for (;;); }'
const quick = 'function main({ params }) { return params.name }'
const run = (code: string, more: { owner?: string; signal?: AbortSignal; name?: string; timeoutMs?: number } = {}) =>
  outcome(sandbox, { language: 'javascript', code, params: { name: more.name }, timeoutMs: 60_000, ...more })
const childrenOf = (pid: number) =>
  readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]) === pid &&
        /javascript-child|python-child/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))
      )
    } catch {
      return false
    }
  })

describe('the queue of a sandbox', () => {
  test('is bounded: excess runs are refused at once, and waiting runs are served later', async () => {
    sandbox = testSandbox({ javascriptProcesses: 1, maxQueue: 2 })
    await sandbox.warm('javascript')
    const stop = new AbortController()
    const hanging = run(hang, { signal: stop.signal })
    const waiting = [run(quick, { name: 'a' }), run(quick, { name: 'b' })]
    expect((await run(quick)).message).toBe('Too much code is waiting to run. Try again in a moment')
    stop.abort()
    expect((await hanging).message).toBe('The code was stopped before it ended')
    expect((await Promise.all(waiting)).map(({ output }) => output)).toEqual(['a', 'b'])
  })

  test('lets owners take turns', async () => {
    sandbox = testSandbox({ javascriptProcesses: 1 })
    const order: unknown[] = []
    const note = ({ output }: Outcome) => order.push(output)
    const many = ['a1', 'a2', 'a3', 'a4'].map((name) => run(quick, { owner: 'a', name }).then(note))
    const found = run(quick, { owner: 'b', name: 'b1' }).then(note)
    await Promise.all([...many, found])
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
  })

  test('drops a run that is aborted while it waits', async () => {
    sandbox = testSandbox({ javascriptProcesses: 1 })
    const [stopHanging, stopWaiting] = [new AbortController(), new AbortController()]
    const hanging = run(hang, { signal: stopHanging.signal })
    const waiting = run(quick, { signal: stopWaiting.signal, name: 'never' })
    stopWaiting.abort()
    expect((await waiting).message).toBe('The code was stopped before it ended')
    stopHanging.abort()
    await hanging
    expect((await run(quick, { signal: AbortSignal.abort() })).message).toBe('The code was stopped before it ended')
    expect((await run(quick, { name: 'next' })).output).toBe('next')
  })

  test('runs in parallel up to its size', async () => {
    sandbox = testSandbox({ javascriptProcesses: 3 })
    const stop = new AbortController()
    const hanging = [1, 2].map(() => run(hang, { signal: stop.signal }))
    expect((await run(quick, { name: 'third' })).output).toBe('third')
    stop.abort()
    await Promise.all(hanging)
  })
})

describe('closing a sandbox', () => {
  test('ends active and waiting runs, accepts no new ones, and leaves no process', async () => {
    sandbox = testSandbox({ javascriptProcesses: 1 })
    await sandbox.warm('javascript')
    expect(childrenOf(process.pid)).toHaveLength(1)
    const runs = [run(hang), run(quick)]
    await sandbox.close()
    const [hanging, waiting] = await Promise.all(runs)
    expect(hanging!.output).toBeUndefined()
    expect(waiting!.message).toBe('The server is stopping and runs no more code')
    expect((await run(quick)).message).toBe('The server is stopping and runs no more code')
    expect(childrenOf(process.pid)).toEqual([])
  })

  test('ends a process that is just starting', async () => {
    sandbox = testSandbox()
    const starting = outcome(sandbox, { language: 'python', code: 'def main(args):\n    return 1' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await sandbox.close()
    expect((await starting).message).toBe('The server is stopping and runs no more code')
    expect(childrenOf(process.pid)).toEqual([])
  })
})

describe('the processes of a sandbox', () => {
  test('`ready` waits for the first process, and returns at once when there is one', async () => {
    sandbox = testSandbox({ javascriptProcesses: 1, pythonSpares: 0 })
    await sandbox.ready('python')
    const [child] = childrenOf(process.pid)
    const code = 'def main(args):\n    while True: pass'
    const stop = new AbortController()
    const going = outcome(sandbox, { language: 'python', code, timeoutMs: 60_000, signal: stop.signal })
    // The process is busy, but it exists.
    await sandbox.ready('python')
    expect(childrenOf(process.pid)).toEqual([child])
    stop.abort()
    expect((await going).message).toBe('The code was stopped before it ended')
    await expect(sandbox.ready('python', { signal: AbortSignal.abort() })).rejects.toThrow('The code was stopped')
  })

  test('an unused process ends', async () => {
    sandbox = testSandbox({ idleMs: 50 })
    await run(quick)
    await expect.poll(() => childrenOf(process.pid)).toEqual([])
    expect((await run(quick, { name: 'again' })).output).toBe('again')
  })

  test('once Python has run, a process is ready for the next run', async () => {
    sandbox = testSandbox({ pythonSpares: undefined })
    const code = 'def main(args):\n    return 1'
    expect((await outcome(sandbox, { language: 'python', code, timeoutMs: 60_000 })).output).toBe(1)
    await expect.poll(() => childrenOf(process.pid)).toHaveLength(1)
  })

  test('a request may limit its memory further, but not raise the limit', async () => {
    sandbox = testSandbox({ memoryMb: 64 })
    const code =
      'function main() { const all = []; for (let i = 0; i < 30; i++) all.push(Array.from({ length: 1e5 }, (_, n) => n + 0.5)); return all.length }'
    expect((await outcome(sandbox, { language: 'javascript', code })).output).toBe(30)
    expect((await outcome(sandbox, { language: 'javascript', code, memoryMb: 8 })).message).toBe(
      'The code needed more than 8 MB of memory and was stopped',
    )
    expect(
      (await outcome(sandbox, { language: 'javascript', code: code.replace('30;', '300;'), memoryMb: 1000 })).message,
    ).toBe('The code needed more than 64 MB of memory and was stopped')
  })

  test('a machine that cannot run a language reports it', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sandbox-'))
    chmodSync(folder, 0o755)
    writeFileSync(path.join(folder, 'file'), '', { mode: 0o755 })
    sandbox = testSandbox({ cacheDir: path.join(folder, 'file/cache') })
    expect((await run(quick)).message).toMatch(/^JavaScript code cannot run on this machine: /)
    expect((await outcome(sandbox, { language: 'python', code: 'def main(args): return 1' })).message).toMatch(
      /^Python code cannot run on this machine: /,
    )
    await expect(sandbox.ready('python')).rejects.toThrow(/^Python code cannot run on this machine: /)
    rmSync(folder, { recursive: true })
  })
})
