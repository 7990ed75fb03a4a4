import { expect, test } from 'vitest'
import { runChannelKills } from '#testing/channel-kill.ts'
import { openProcesses } from '#testing/server-process.ts'

test(
  'kill -9 of one of two processes at every point of an answer: nothing is lost, nothing is said twice',
  { timeout: 400_000 },
  async () => {
    const field = await openProcesses({
      EGRESS_ALLOW: '127.0.0.1',
      PUBLIC_URL: 'https://bots.example.test',
      LOG_LEVEL: 'warn',
    })
    const { lost, twice, unfinished, uncertain } = await runChannelKills(field, 2)
    expect({ lost, twice, unfinished }).toEqual({ lost: [], twice: [], unfinished: [] })
    // One of each round goes to a platform that neither knows keys nor lists messages.
    expect(uncertain).toBeGreaterThanOrEqual(2)
  },
)
