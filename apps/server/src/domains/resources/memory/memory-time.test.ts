import { expect, test } from 'vitest'
import { timeOf } from './memory-time.ts'

const now = Date.parse('2026-11-15T10:00:00Z')
const days = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })
test.each([
  ['what did I do today', days('2026-11-15T00:00Z', '2026-11-16T00:00Z')],
  ['昨天说了什么', days('2026-11-14T00:00Z', '2026-11-15T00:00Z')],
  ['the day before yesterday', days('2026-11-13T00:00Z', '2026-11-14T00:00Z')],
  ['on 2026-03-02, what was it', days('2026-03-02T00:00Z', '2026-03-03T00:00Z')],
  ['2026年3月2日', days('2026-03-02T00:00Z', '2026-03-03T00:00Z')],
  ['3 days ago', days('2026-11-12T00:00Z', '2026-11-13T00:00Z')],
  ['2周前', days('2026-10-26T00:00Z', '2026-11-08T00:00Z')],
  ['where do I live', undefined],
])('%s', (query, wanted) => expect(timeOf(query, now)).toEqual(wanted))

test('days are those in the time zone of the person who asks', () => {
  const late = Date.parse('2026-11-15T20:00:00Z')
  expect(timeOf('today', late, 'Asia/Shanghai')).toEqual(days('2026-11-15T16:00Z', '2026-11-16T16:00Z'))
  expect(timeOf('today', late, 'No/Where')).toEqual(days('2026-11-15T00:00Z', '2026-11-16T00:00Z'))
})
