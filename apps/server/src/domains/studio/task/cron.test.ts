import { describe, expect, test } from 'vitest'
import { checkCron, dueBetween, nextDue } from './cron.ts'

const at = (text: string) => Date.parse(text)
const iso = (millis: number | undefined) => (millis === undefined ? undefined : new Date(millis).toISOString())
const now = at('2026-03-10T10:00:00Z')

describe('cron lines', () => {
  test.each([
    ['0 9 * * *', 'UTC', '2026-03-11T09:00:00.000Z'],
    ['0 9 * * *', 'Asia/Shanghai', '2026-03-11T01:00:00.000Z'],
    ['30 18 * * 1-5', 'America/New_York', '2026-03-10T22:30:00.000Z'],
    ['*/15 * * * *', 'UTC', '2026-03-10T10:15:00.000Z'],
    ['0 0 1 * *', 'Europe/Berlin', '2026-03-31T22:00:00.000Z'],
    ['0 12 29 2 *', 'UTC', '2028-02-29T12:00:00.000Z'],
  ])('%s in %s is due at %s', (line, zone, expected) => expect(iso(nextDue(line, zone, now))).toBe(expected))
  test('an hour skipped in spring is made up for; an hour repeated in autumn counts once', () => {
    const spring = nextDue('30 2 * * *', 'Europe/Berlin', at('2026-03-28T12:00:00Z'))!
    expect(iso(spring)!.slice(0, 10)).toBe('2026-03-29')
    const autumn = dueBetween('30 2 * * *', 'Europe/Berlin', at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z'), 10)
    expect(autumn).toHaveLength(1)
  })
  test.each(['', 'x', '* * * *', '* * * * * *', '61 * * * *', '0 25 * * *', '0 0 31 2 *'])(
    '“%s” is refused',
    (line) => {
      expect(() => checkCron(line, 'UTC', now)).toThrow(/cron_expr/)
    },
  )
  test.each(['Mars/Olympus', '../../etc', 'utc;'])('time zone %s is refused', (zone) => {
    expect(() => checkCron('0 9 * * *', zone, now)).toThrow(/time_zone/)
  })
  test('due times are listed, up to a limit', () => {
    expect(dueBetween('0 * * * *', 'UTC', now - 1, now + 3 * 3600_000, 10)).toHaveLength(4)
    expect(dueBetween('* * * * *', 'UTC', now, now + 365 * 24 * 3600_000, 5)).toHaveLength(5)
  })
})
