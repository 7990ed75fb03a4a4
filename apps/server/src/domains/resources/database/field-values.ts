import { FieldType } from '@orrery/contract'
import type { Field } from './database.table.ts'

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`
/** Quotes text as in standard SQL; the runner of statements makes sure that a backslash is not an escape. */
export const quoteText = (text: string) => `'${text.replaceAll('\0', '').replaceAll("'", "''")}'`

export const sqlTypes: Record<Field['type'], string> = {
  [FieldType.text]: 'text',
  [FieldType.number]: 'bigint',
  [FieldType.date]: 'timestamp(3)',
  [FieldType.float]: 'double precision',
  [FieldType.boolean]: 'boolean',
}

interface Refusal {
  en: string
  zh: string
}
export type Converted = { value: string | null; refusal?: undefined } | { refusal: Refusal }
const refuse = (en: string, zh: string): Converted => ({ refusal: { en, zh } })

const MAX_TEXT = 100_000
const INT_LIMIT = 9_223_372_036_854_775_807n
const truths: Record<string, string> = {
  true: 'true',
  false: 'false',
  '1': 'true',
  '0': 'false',
  yes: 'true',
  no: 'false',
  y: 'true',
  n: 'false',
  是: 'true',
  否: 'false',
}

/** Converts a value to text for the column, or returns the reason why it does not fit. A missing value becomes null. */
export function convertValue(type: Field['type'], given: unknown): Converted {
  if (given === null || given === undefined) return { value: null }
  const text =
    given instanceof Date ? given.toISOString() : typeof given === 'object' ? JSON.stringify(given) : String(given)
  if (type === FieldType.text)
    return text.length > MAX_TEXT
      ? refuse(`longer than ${MAX_TEXT} characters`, `超过 ${MAX_TEXT} 个字符`)
      : { value: text.replaceAll('\0', '') }
  const bare = text.trim()
  if (!bare) return { value: null }
  if (type === FieldType.number) return convertInteger(bare)
  if (type === FieldType.float) {
    const number = Number(bare.replaceAll(/(?<=\d),(?=\d{3}\b)/g, ''))
    return Number.isFinite(number) ? { value: String(number) } : refuse('is not a number', '不是数字')
  }
  if (type === FieldType.boolean) {
    const truth = truths[bare.toLowerCase()]
    return truth ? { value: truth } : refuse('must be true or false', '不是布尔值')
  }
  return convertDate(bare)
}

function convertInteger(bare: string): Converted {
  const digits = bare.replaceAll(/(?<=\d),(?=\d{3}\b)/g, '').replace(/\.0+$/, '')
  if (!/^[+-]?\d{1,19}$/.test(digits)) return refuse('is not a whole number', '不是整数')
  const number = BigInt(digits.replace('+', ''))
  return number > INT_LIMIT || number < -INT_LIMIT - 1n
    ? refuse('is out of range', '超出范围')
    : { value: number.toString() }
}

const datePattern =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?(?:\s*(Z|[+-]\d{2}:?\d{2}))?)?$/i

/** Times are stored in UTC; a time without a zone is taken as UTC. */
function convertDate(bare: string): Converted {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = ''] =
    datePattern.exec(bare) ?? []
  const no = () => refuse('is not a date such as 2024-05-31 18:30:00', '不是日期（例如 2024-05-31 18:30:00）')
  if (!year || !month || !day) return no()
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3))
  const time = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    millis,
  )
  const date = new Date(time)
  // Date would silently turn 31 February into 2 March.
  if (Number.isNaN(time) || date.getUTCMonth() !== Number(month) - 1 || date.getUTCHours() !== Number(hour) % 24)
    return no()
  const [, sign, zoneHours, zoneMinutes] = /([+-])(\d{2}):?(\d{2})/.exec(zone) ?? []
  const shift = sign ? (sign === '-' ? 1 : -1) * (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000 : 0
  return { value: new Date(time + shift).toISOString().replace('T', ' ').replace('Z', '') }
}

const isoTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.0+|(\.\d+))?$/
/** Parses a row from JSON: integers beyond the safe range become text, and times lose the T. */
export function readRow(text: string): Record<string, unknown> {
  return JSON.parse(text, (_, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      return context?.source ?? value
    if (typeof value === 'string' && value.length >= 19 && value.length <= 26) return value.replace(isoTime, '$1 $2$3')
    return value
  }) as Record<string, unknown>
}
/** The row as text, for clients that support only text. Nulls are left out. */
export function rowAsText(row: Record<string, unknown>): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [key, value] of Object.entries(row))
    if (value !== null && value !== undefined)
      shown[key] = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return shown
}
