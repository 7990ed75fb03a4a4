import { expect, test } from 'vitest'
import { runLiteKills } from '#testing/lite-kill.ts'
import { openProcesses } from '#testing/server-process.ts'

test(
  'kill -9 of one of two processes while questions are created, a check-up runs and 10 x 3 are compared: no row is lost or duplicated',
  { timeout: 500_000 },
  async () => {
    const field = await openProcesses({ EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'error' })
    expect(await runLiteKills(field, 1)).toEqual({ works: 3, wrong: [] })
  },
)
