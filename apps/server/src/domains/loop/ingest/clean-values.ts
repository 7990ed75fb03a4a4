import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { maskSecrets } from '#kit/log.ts'

/** At most so many characters. */
export const cutText = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}…`.toWellFormed() : text

/** What may be stored of a text: cut, without credentials, and without characters that the database cannot hold. */
export function cleanText(text: string, max: number = INGEST_LIMITS.valueBytes): string {
  if (text === '') return text
  const masked = maskSecrets(text.length > max ? `${text.slice(0, max)}…` : text)
  return (masked.includes('\0') ? masked.replaceAll('\0', '\uFFFD') : masked).toWellFormed()
}

/** Each text by itself: what stands before a credential in JSON, such as the letter of a line break, would hide it. */
function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value === 'object' && value !== null) return cleanAttributes(value as Record<string, unknown>)
  // JSON has no NaN and no infinity.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

/** The same object, as long as nothing in it has to change: almost always. */
export function cleanAttributes(attributes: Record<string, unknown>): Record<string, unknown> {
  let changed: Record<string, unknown> | undefined
  for (const key of Object.keys(attributes)) {
    const value = attributes[key]
    const [name, clean] = [cleanText(key, 256), cleanValue(value)]
    if (!changed && name === key && clean === value) continue
    changed ??= before(attributes, key)
    changed[name] = clean
  }
  return changed ?? attributes
}
/** Those that come before a name, which are as they may be. */
function before(attributes: Record<string, unknown>, name: string): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const key of Object.keys(attributes)) {
    if (key === name) break
    found[key] = attributes[key]
  }
  return found
}
