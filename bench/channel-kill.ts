import { cleanUp } from '../apps/server/src/testing/after-file.ts'
import { runChannelKills } from '../apps/server/src/testing/channel-kill.ts'
import { openKillField } from './lib/kill-field.ts'
import { report } from './lib/report.ts'

/** Kills one of two processes per round, at every point of an answer on five platforms, during cloning and calls. */
export async function benchChannelKill(rounds = Number(process.env.ROUNDS ?? 50)) {
  const field = await openKillField({ PUBLIC_URL: 'https://bots.example.test' })
  try {
    const { events, lost, twice, unfinished, uncertain, clones, calls } = await runChannelKills(
      field,
      rounds,
      (done) => {
        if (done % 10 === 0) process.stdout.write(`${done} of ${rounds} rounds\n`)
      },
    )
    const what = `${rounds} kill -9, ${events} events`
    report(what, `${events - lost.length} answered or shown`, `${events}`, undefined, 'goal: all')
    report(
      'lost, twice, left half',
      `${lost.length}, ${twice.length}, ${unfinished.length}`,
      '0, 0, 0',
      undefined,
      'goal: none',
    )
    report('uncertain, shown to a person', `${uncertain}`, '–', undefined, 'one a round has neither key nor look-up')
    const ended = (list: string[]) => `${rounds - list.length}`
    report('voices in the making: ended as the provider knows them', ended(clones), `${rounds}`, undefined, 'goal: all')
    report('calls that went on in their conversation', ended(calls), `${rounds}`, undefined, 'goal: all')
    const wrong = [...lost, ...twice, ...unfinished, ...clones, ...calls]
    if (wrong.length) throw new Error(`Something was lost, doubled or left half: ${wrong.join(', ')}`)
  } finally {
    await cleanUp()
    await field.close()
  }
}
