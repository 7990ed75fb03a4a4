import { expect, test } from 'vitest'
import { compareGray, runPromptKills } from '#testing/prompt-kill.ts'
import { openProcesses } from '#testing/server-process.ts'

test(
  'kill -9 of one of two processes during releases, a batch, an optimisation and autosave: both agree on who gets which version',
  { timeout: 400_000 },
  async () => {
    const field = await openProcesses({ EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'error' })
    expect(await runPromptKills(field, 1)).toEqual({ works: 5, wrong: [] })
    expect(await compareGray(field, 300)).toMatchObject({ differ: 0 })
  },
)
