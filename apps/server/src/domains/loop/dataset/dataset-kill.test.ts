import { expect, test } from 'vitest'
import { runDatasetKills } from '#testing/dataset-kill.ts'
import { openProcesses } from '#testing/server-process.ts'

test(
  'kill -9 of one of two processes during imports, exports, columns, scores and labels: no row is lost or doubled',
  { timeout: 400_000 },
  async () => {
    const field = await openProcesses({ EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'error' })
    expect(await runDatasetKills(field, 2)).toEqual({ works: 10, wrong: [] })
  },
)
