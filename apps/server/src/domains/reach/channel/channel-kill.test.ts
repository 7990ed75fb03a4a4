import { expect, test } from 'vitest'
import { runChannelKills } from '#testing/channel-kill.ts'
import { openProcesses } from '#testing/server-process.ts'

test(
  'kill -9 of one of two processes at any point of an answer: no message is lost or repeated, voices are complete, calls continue',
  { timeout: 600_000 },
  async () => {
    const field = await openProcesses({
      EGRESS_ALLOW: '127.0.0.1',
      PUBLIC_URL: 'https://bots.example.test',
      LOG_LEVEL: 'warn',
    })
    const { uncertain, events: _, ...wrong } = await runChannelKills(field, 2)
    expect(wrong).toEqual({ lost: [], twice: [], unfinished: [], clones: [], calls: [] })
    // In each round, one message goes to a platform that neither supports keys nor lists messages.
    expect(uncertain).toBeGreaterThanOrEqual(2)
  },
)
