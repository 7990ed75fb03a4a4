import type { Attributes } from '../otlp-types.ts'

/** The first of these attributes with a value. */
export function pick(attributes: Attributes, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = attributes[key]
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}
export function pickText(attributes: Attributes, keys: readonly string[]): string {
  const value = pick(attributes, keys)
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}
/** The same, first from the span, then from its resource. */
export function textOf(attributes: Attributes, resource: Attributes, keys: readonly string[]): string {
  for (const key of keys) {
    const own = attributes[key]
    const value = own === undefined ? resource[key] : own
    if (value === undefined || value === null || value === '') continue
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return ''
}
/** The first valid count; 0 if there is none. Negative and non-numeric values are skipped. */
export function pickCount(attributes: Attributes, keys: readonly string[]): number {
  for (const key of keys) {
    const value = Number(attributes[key] ?? Number.NaN)
    if (Number.isFinite(value) && value >= 0) return Math.round(value)
  }
  return 0
}
export function pickNumber(attributes: Attributes, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const value = attributes[key]
    if (value === undefined || value === null || value === '') continue
    const number = Number(value)
    if (Number.isFinite(number) && number >= 0) return number
  }
  return undefined
}
