import { expect, test } from 'vitest'
import type { AppError } from '#kit/errors.ts'
import { testSandbox } from '#kit/sandbox/sandbox-fixture.ts'
import { afterFile } from '#testing/after-file.ts'
import { createCodeRunner } from './code.ts'

const sandbox = testSandbox()
afterFile(() => sandbox.close())
let runs = 0
const run = createCodeRunner({
  run(request) {
    runs += 1
    return sandbox.run(request)
  },
})
const never = new AbortController().signal
/** Runs code on several rows at once; returns the result of each row, or its error message. */
const outcomes = (code: string, outputs: string[]) => {
  runs = 0
  return Promise.all(
    outputs.map((output) =>
      run({ kind: 'code', language: 'javascript', code } as never, 'space', { output }, never).then(
        ({ result }) => result,
        (cause: unknown) => (cause as AppError).message,
      ),
    ),
  )
}
const numbers = Array.from({ length: 30 }, (_, at) => String(at))

test('rows with the same code share an isolate, and each gets its own result', async () => {
  expect(await outcomes('function evaluate({ output }) { return Number(output) / 100 }', numbers)).toEqual(
    numbers.map((one) => Number(one) / 100),
  )
  expect(runs).toBe(1)
})
test('a row that throws or returns an unserialisable value fails alone, with its own error', async () => {
  const code = `function evaluate({ output }) {
    if (output === '3') throw new Error('not this one')
    if (output === '5') { const a = {}; a.a = a; return a }
    return 1
  }`
  const given = await outcomes(code, numbers)
  expect(given.filter((one) => one === 1)).toHaveLength(28)
  expect(given[3]).toMatch(/not this one \(line 2\)/)
  expect(given[5]).toEqual(expect.any(String))
  expect(runs).toBe(3)
})
test('code that breaks a batch runs row by row, then and in later batches', async () => {
  const code = `function evaluate({ output }) {
    const all = []
    if (output === '1') for (;;) all.push(new Array(1000).fill(1))
    return 1
  }`
  const given = await outcomes(code, ['0', '1', '2'])
  expect([given[0], given[2]]).toEqual([1, 1])
  expect(given[1]).toMatch(/memory/)
  expect(runs).toBe(4)
  expect(await outcomes(code, ['0', '2'])).toEqual([1, 1])
  expect(runs).toBe(2)
})
