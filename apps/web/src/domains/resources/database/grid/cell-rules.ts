import { FieldType } from '@orrery/contract/shared/bot-enums'

export type CellType = (typeof FieldType)[keyof typeof FieldType]
/** What the cell requires, as part of a locale key. */
export type CellFault = 'number' | 'float' | 'date' | 'boolean' | 'range' | 'required'

const grouped = /(?<=\d),(?=\d{3}\b)/g
const dateShape =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(?:\s*(?:Z|[+-]\d{2}:?\d{2}))?)?$/i
const truths = /^(true|false|1|0|yes|no|y|n|是|否)$/i
const most = 9_223_372_036_854_775_807n

/** Why a typed value cannot be stored. The server decides; this check only gives faster feedback. */
export function cellFault(type: CellType, text: string, isRequired: boolean): CellFault | null {
  const bare = text.trim()
  if (bare === '') return isRequired && (type !== FieldType.text || text === '') ? 'required' : null
  if (type === FieldType.number) return integerFault(bare)
  if (type === FieldType.float) return Number.isFinite(Number(bare.replaceAll(grouped, ''))) ? null : 'float'
  if (type === FieldType.boolean) return truths.test(bare) ? null : 'boolean'
  if (type === FieldType.date) return isDate(bare) ? null : 'date'
  return null
}

function integerFault(bare: string): CellFault | null {
  const digits = bare.replaceAll(grouped, '').replace(/\.0+$/, '')
  if (!/^[+-]?\d{1,19}$/.test(digits)) return 'number'
  const value = BigInt(digits.replace('+', ''))
  return value > most || value < -most - 1n ? 'range' : null
}

function isDate(bare: string): boolean {
  const [, year, month, day, hour = '0', minute = '0'] = dateShape.exec(bare) ?? []
  if (!year || !month || !day) return false
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return at.getUTCMonth() === Number(month) - 1 && Number(hour) < 24 && Number(minute) < 60
}

/** The likely intended value: letters that look like digits, currency signs, words around a number. */
export function suggestValue(type: CellType, text: string): string | null {
  if (type !== FieldType.number && type !== FieldType.float) return null
  const digits = text
    .trim()
    .replaceAll(/(?<=[\d.])[oO]|[oO](?=[\d.])/g, '0')
    .replaceAll(/(?<=[\d.])[lI]|[lI](?=[\d.])/g, '1')
    .replaceAll(/[^\d.+-]/g, '')
  const number = Number(digits)
  if (digits === '' || !Number.isFinite(number)) return null
  const value = type === FieldType.number ? String(Math.round(number)) : String(number)
  return cellFault(type, value, true) === null ? value : null
}

export const isTrue = (value: string | undefined): boolean => /^(true|1|yes|y|是)$/i.test(value ?? '')

/** Formats a value for people: integers with thousands separators, times without zero seconds. */
export function showValue(type: CellType, value: string): string {
  if (type === FieldType.number && /^-?\d{4,15}$/.test(value)) return Number(value).toLocaleString('en-US')
  if (type === FieldType.date) return value.replace(/(\d{2}:\d{2}):00$/, '$1')
  return value
}
