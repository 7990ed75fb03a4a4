import { expect, test } from 'vitest'
import { runEvaluationKills } from '#testing/evaluation-kill.ts'
import { openProcesses } from '#testing/server-process.ts'

test(
  'kill -9 of one of two processes during experiments, retries, write-backs and generation: no score twice, none missing',
  { timeout: 400_000 },
  async () => {
    const field = await openProcesses({ EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'error' })
    expect(await runEvaluationKills(field, 1)).toEqual({ works: 5, wrong: [] })
  },
)
