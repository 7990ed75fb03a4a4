const DAY = 24 * 3600_000
export interface TimeSpan {
  from: number
  to: number
}
const spans: [pattern: RegExp, from: number, to: number][] = [
  [/\btoday\b|今天/i, 0, 1],
  [/\bthe day before yesterday\b|前天/i, -2, -1],
  [/\byesterday\b|昨天/i, -1, 0],
  [/\b(this|last|past) week\b|这周|本周|上周|最近一周/i, -13, 1],
  [/\b(this|last|past) month\b|这个月|本月|上个月|最近一个月/i, -60, 1],
  [/\b(this|last|past) year\b|今年|去年|最近一年/i, -730, 1],
]
const unitDays: [RegExp, number][] = [
  [/^(days?|天)/i, 1],
  [/^(weeks?|周|个?星期)/i, 7],
  [/^(months?|个?月)/i, 30],
]

/** The time span that a question names, if any. Days are those in the time zone of the person who asks. */
export function timeOf(query: string, now: number, timeZone = 'UTC'): TimeSpan | undefined {
  const offset = offsetOf(now, timeZone)
  const today = Math.floor((now + offset) / DAY) * DAY - offset
  const date = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b|(\d{4})年(\d{1,2})月(\d{1,2})日/.exec(query)
  if (date) {
    const [year, month, day] = date.slice(date[1] ? 1 : 4).map(Number)
    const from = Date.UTC(year!, month! - 1, day) - offset
    return { from, to: from + DAY }
  }
  const ago = /\b(\d{1,3}) (days?|weeks?|months?) ago\b|(\d{1,3})\s*(天|周|个?星期|个?月)前/i.exec(query)
  if (ago) {
    const count = Number(ago[1] ?? ago[3])
    const unit = unitDays.find(([pattern]) => pattern.test((ago[2] ?? ago[4])!))![1]
    const from = today - count * unit * DAY
    return { from: from - (unit - 1) * DAY, to: from + unit * DAY }
  }
  const found = spans.find(([pattern]) => pattern.test(query))
  return found && { from: today + found[1] * DAY, to: today + found[2] * DAY }
}

function offsetOf(now: number, timeZone: string): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }).formatToParts(now)
    const at = (type: string) => Number(parts.find((part) => part.type === type)!.value)
    return (
      Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute')) - Math.floor(now / 60_000) * 60_000
    )
  } catch {
    return 0 // An unknown time zone.
  }
}
