import { type BuiltinPlugin, fail, number, optional, p, text } from './builtin-types.ts'

const units: Record<string, number> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}

function zone(value: unknown): string {
  const name = text(value) || 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw fail(`time_zone: ${name} is not a time zone. Write it as Asia/Shanghai or UTC`)
  }
}
/** The offset of a time zone from UTC in minutes at a given time. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
      .formatToParts(moment)
      .map((part) => [part.type, Number(part.value)]),
  )
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second)
  return Math.round((local - Math.floor(moment / 1000) * 1000) / 60_000)
}
/** Parses a time: with its own offset if it has one, otherwise in the given zone. */
function parse(value: unknown, timeZone: string): number {
  const source = text(value).trim()
  if (/^\d{9,14}$/.test(source)) return source.length > 11 ? Number(source) : Number(source) * 1000
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(source)
  const bare = Date.parse(
    hasOffset ? source : `${source.replace(' ', 'T')}${/[T ]\d/.test(source) ? '' : 'T00:00:00'}Z`,
  )
  if (Number.isNaN(bare)) throw fail(`time: ${source} is not a date. Write it as 2026-01-31T09:30:00`)
  if (hasOffset) return bare
  const first = bare - offsetAt(bare, timeZone) * 60_000
  return bare - offsetAt(first, timeZone) * 60_000
}
function show(moment: number, timeZone: string) {
  const offset = offsetAt(moment, timeZone)
  const local = new Date(moment + offset * 60_000).toISOString().slice(0, 19)
  const sign = offset < 0 ? '-' : '+'
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  return {
    iso: `${local}${sign}${two(offset / 60)}:${two(Math.abs(offset) % 60)}`,
    timestamp: Math.floor(moment / 1000),
    weekday: new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' }).format(moment),
    time_zone: timeZone,
  }
}
const shown = [
  p.string('iso', 'Date and time with offset'),
  p.integer('timestamp', 'Seconds since 1970'),
  p.string('weekday', 'Day of the week'),
  p.string('time_zone', 'Time zone'),
]
const zoneParam = (name = 'time_zone') =>
  p.string(name, 'IANA time zone such as Asia/Shanghai', { global_default: 'UTC' })

export const time: BuiltinPlugin = {
  number: 1,
  name: { en: 'Date and time', zh: '日期与时间' },
  description: { en: 'Current time, time zones and date arithmetic', zh: '当前时间、时区换算与日期计算' },
  icon: 'clock',
  tools: [
    {
      name: 'current_time',
      description: { en: 'Get the current date and time in a time zone', zh: '获取指定时区的当前日期和时间' },
      request: [zoneParam()],
      response: shown,
      example: { request: { time_zone: 'Asia/Shanghai' } },
      run: ({ time_zone }, { clock }) => show(clock.now(), zone(time_zone)),
    },
    {
      name: 'convert_time_zone',
      description: { en: 'Convert a time between time zones', zh: '将一个时区的时间换算到另一个时区' },
      request: [p.string('time', 'Such as 2026-01-31T09:30:00'), zoneParam('from'), zoneParam('to')],
      response: shown,
      example: {
        request: { time: '2026-07-01T09:00:00', from: 'America/New_York', to: 'Asia/Tokyo' },
        response: {
          iso: '2026-07-01T22:00:00+09:00',
          timestamp: 1_782_910_800,
          weekday: 'Wednesday',
          time_zone: 'Asia/Tokyo',
        },
      },
      run: ({ time: given, from, to }) => show(parse(given, zone(from)), zone(to)),
    },
    {
      name: 'add_time',
      description: { en: 'Add time to or subtract it from a date', zh: '在日期上加减时间' },
      request: [
        p.string('time', 'Such as 2026-01-31'),
        p.number('amount', 'Amount; may be negative'),
        p.string('unit', 'second, minute, hour, day, week, month or year'),
        zoneParam(),
      ],
      response: shown,
      example: {
        request: { time: '2026-01-31', amount: 1, unit: 'month' },
        response: { iso: '2026-02-28T00:00:00+00:00', timestamp: 1_772_236_800, weekday: 'Saturday', time_zone: 'UTC' },
      },
      run({ time: given, amount, unit, time_zone }) {
        const timeZone = zone(time_zone)
        const moment = parse(given, timeZone)
        const kind = text(unit).toLowerCase().replace(/s$/, '')
        const step = units[kind]
        if (step !== undefined) return show(moment + number(amount, 0) * step, timeZone)
        if (kind !== 'month' && kind !== 'year')
          throw fail('unit: must be second, minute, hour, day, week, month or year')
        const date = new Date(moment + offsetAt(moment, timeZone) * 60_000)
        const months = Math.trunc(number(amount, 0)) * (kind === 'year' ? 12 : 1)
        const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
        const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
        first.setUTCDate(Math.min(date.getUTCDate(), last))
        if (Number.isNaN(first.getTime())) throw fail('amount: leads out of the calendar')
        return show(
          parse(`${first.toISOString().slice(0, 10)}T${date.toISOString().slice(11, 19)}`, timeZone),
          timeZone,
        )
      },
    },
    {
      name: 'time_difference',
      description: { en: 'Get the difference between two times', zh: '计算两个时间的间隔' },
      request: [p.string('start', 'Such as 2026-01-01'), p.string('end', 'Such as 2026-03-01'), zoneParam()],
      response: [
        p.number('seconds', 'Seconds from start to end'),
        p.number('hours', 'Hours'),
        p.number('days', 'Days'),
        p.string('words', 'In words', optional),
      ],
      example: {
        request: { start: '2026-01-01', end: '2026-03-01T12:00:00' },
        response: { seconds: 5_140_800, hours: 1428, days: 59.5, words: '59 days 12 h 0 min' },
      },
      run({ start, end, time_zone }) {
        const timeZone = zone(time_zone)
        const seconds = (parse(end, timeZone) - parse(start, timeZone)) / 1000
        const whole = Math.abs(seconds)
        const words = `${seconds < 0 ? '-' : ''}${Math.floor(whole / 86_400)} days ${Math.floor((whole % 86_400) / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
        return { seconds, hours: seconds / 3600, days: seconds / 86_400, words }
      },
    },
  ],
}
