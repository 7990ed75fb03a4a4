/** Reads values of untrusted JSON: values of a wrong type become empty values. */
export type Json = Record<string, unknown>
export const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const text = (value: unknown, max = 100_000): string =>
  typeof value === 'string' ? value.slice(0, max) : typeof value === 'number' ? String(value) : ''
export const whole = (value: unknown, fallback = 0): number =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : fallback
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Shortens a name to a maximum number of visible characters. */
export function shorten(value: string, max: number): string {
  const parts: string[] = []
  for (const { segment } of graphemes.segment(value.trim())) {
    if (parts.length === max) break
    parts.push(segment)
  }
  return parts.join('').trim()
}
