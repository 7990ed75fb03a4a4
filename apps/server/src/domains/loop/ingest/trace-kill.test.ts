import { expect, test } from 'vitest'
import { runTraceKills } from '#testing/trace-kill.ts'
import { openProcesses } from '#testing/server-process.ts'

test(
  'kill -9 during ingest: acknowledged spans are stored once, figures agree, and no outbound span is lost',
  { timeout: 200_000 },
  async () => {
    const field = await openProcesses({ EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'warn' })
    const { acknowledged, ...faults } = await runTraceKills(field, 2, { isPatient: false })
    expect(acknowledged).toBeGreaterThan(0)
    expect(faults).toEqual({ lost: [], twice: [], wrong: [], unsent: [], rows: [], exported: [], stuck: [] })
  },
)
