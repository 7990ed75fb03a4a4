/** A moment: milliseconds since 1970, a Date, or text that Date parses. */
export type Moment = Date | number | string

const two = (value: number): string => String(value).padStart(2, '0')
const commas = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

/** The wire format has most times in seconds, often as text. */
export const fromSeconds = (seconds: number | string): Date => new Date(Number(seconds) * 1000)

/** Today HH:mm, this year MM-DD HH:mm, otherwise YYYY-MM-DD HH:mm; in the local time zone. */
export function formatTime(moment: Moment, now: Moment = Date.now()): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  const today = new Date(now)
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  if (at.getFullYear() !== today.getFullYear()) return `${formatDate(at)} ${clock}`
  if (at.getMonth() === today.getMonth() && at.getDate() === today.getDate()) return clock
  return `${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock}`
}

export function formatDate(moment: Moment): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The complete date and time, for hints: YYYY-MM-DD HH:mm:ss. */
export function formatFullTime(moment: Moment): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  return `${formatDate(at)} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** In full, with thousands commas. */
export const formatNumber = (value: number): string => commas.format(value)

/** In full up to 9,999, then 48.2K, 1.3M, 2B, 4.5T. */
export function formatCount(value: number): string {
  const size = Math.abs(value)
  if (size < 10_000) return commas.format(value)
  return scaled(value, ['K', 'M', 'B', 'T'], 1000, 1000)
}

/** Context sizes are powers of two: 32,768 is known as 32K. */
export const formatContext = (tokens: number): string =>
  tokens >= 1024 && tokens % 1024 === 0 ? scaled(tokens, ['K', 'M', 'B'], 1024, 1024) : formatCount(tokens)

/** Under 10 s in ms, then s, min and h; `ms` is the same in both languages. */
export function formatDuration(milliseconds: number): string {
  const whole = Math.round(Math.max(0, milliseconds))
  if (whole < 10_000) return `${commas.format(whole)} ms`
  const seconds = oneDecimal(whole / 1000)
  if (seconds < 60) return `${seconds} ${timeUnit('s')}`
  const minutes = oneDecimal(whole / 60_000)
  if (minutes < 60) return `${minutes} ${timeUnit('min')}`
  return `${commas.format(oneDecimal(whole / 3_600_000))} ${timeUnit('h')}`
}

/** Shows a running wait in whole seconds. */
export const formatWait = (milliseconds: number): string =>
  `${Math.floor(Math.max(0, milliseconds) / 1000)} ${timeUnit('s')}`

const chineseUnits = { s: '秒', min: '分钟', h: '小时' } as const

/** In the language of the page, read from its root element. */
export const timeUnit = (unit: keyof typeof chineseUnits): string =>
  typeof document !== 'undefined' && document.documentElement.lang.startsWith('zh') ? chineseUnits[unit] : unit

export function formatBytes(bytes: number): string {
  if (!(bytes > 0)) return '0 B'
  if (bytes < 1024) return `${commas.format(oneDecimal(bytes))} B`
  return scaled(bytes, [' KB', ' MB', ' GB', ' TB', ' PB'], 1024, 1024)
}

/** Formats a share: 0.994 is 99.4%, 1 is 100%. */
export const formatPercent = (share: number): string => `${commas.format(oneDecimal(share * 100))}%`

/** Rounds to one decimal, and uses the next unit if rounding fills the current one: 999,950 is 1M, never 1000K. */
function scaled(value: number, units: readonly string[], base: number, first: number): string {
  let rest = value / first
  let unit = 0
  while (Math.abs(oneDecimal(rest)) >= base && unit < units.length - 1) {
    rest /= base
    unit += 1
  }
  return `${commas.format(oneDecimal(rest))}${units[unit]}`
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10
