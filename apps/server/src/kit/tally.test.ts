import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createTally } from './tally.ts'

interface Line {
  key: string
  n: number
}
const log = createLog({ level: 'fatal', destination: { write: () => {} } })
function open(write: (lines: Line[]) => Promise<unknown>) {
  const merge = (known: Line, more: Line) => ({ ...known, n: known.n + more.n })
  const tally = createTally<Line>({ log, name: 'counts', merge, write })
  return { flush: tally.flush, add: (key: string, n = 1) => tally.add(key, { key, n }) }
}

test('lines with the same key are merged, and written once', async () => {
  const written: Line[][] = []
  const tally = open(async (lines) => written.push(lines))
  for (let n = 0; n < 1000; n += 1) tally.add(n % 2 ? 'odd' : 'even')
  await tally.flush()
  await tally.flush()
  expect(written).toEqual([
    [
      { key: 'even', n: 500 },
      { key: 'odd', n: 500 },
    ],
  ])
})

test('lines that could not be written during a database outage are written with the next batch', async () => {
  let isAway = true
  const written: Line[] = []
  const tally = open(async (lines) => {
    if (isAway) throw new Error('connection refused')
    written.push(...lines)
  })
  tally.add('a', 2)
  await tally.flush()
  isAway = false
  tally.add('a', 3)
  await tally.flush()
  expect(written).toEqual([{ key: 'a', n: 5 }])
})

test('lines that the database rejects do not block later ones', async () => {
  const written: Line[] = []
  let isFirst = true
  const tally = open(async (lines) => {
    if (isFirst) {
      isFirst = false
      throw Object.assign(new Error('violates foreign key'), { code: '23503' })
    }
    written.push(...lines)
  })
  tally.add('bad')
  await tally.flush()
  tally.add('good')
  await tally.flush()
  expect(written).toEqual([{ key: 'good', n: 1 }])
})

test('counts that arrive while a batch is being written are not lost', async () => {
  const written: Line[] = []
  let finish = () => {}
  const slow = new Promise<void>((resolve) => (finish = resolve))
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const tally = open(async (lines) => {
    begin()
    await slow
    written.push(...lines)
  })
  tally.add('a')
  const first = tally.flush()
  await begun
  tally.add('a', 10)
  finish()
  await first
  await tally.flush()
  expect(written).toEqual([
    { key: 'a', n: 1 },
    { key: 'a', n: 10 },
  ])
})
