import { expect, test } from 'vitest'
import { sandboxErrors } from '#kit/sandbox/sandbox-errors.ts'
import type { RunRequest } from '#kit/sandbox/sandbox.ts'
import { createCodeRunner } from './code.ts'

/** Timeouts that code on two rows requests, with a sandbox that always times out. */
async function asked(language: 'javascript' | 'python'): Promise<(number | undefined)[]> {
  const limits: (number | undefined)[] = []
  const run = createCodeRunner({
    async run({ timeoutMs }: RunRequest) {
      limits.push(timeoutMs)
      throw sandboxErrors.timedOut()
    },
  })
  const rows = ['0', '1'].map((output) =>
    run({ kind: 'code', language, code: 'evaluate' } as never, 'space', { output }, new AbortController().signal),
  )
  for (const row of await Promise.allSettled(rows)) expect(row.status).toBe('rejected')
  return limits
}
test.each(['javascript', 'python'] as const)(
  'rows in %s get 30 s as a batch, then 10 s each alone',
  async (language) => {
    expect(await asked(language)).toEqual([30_000, 10_000, 10_000])
  },
)
