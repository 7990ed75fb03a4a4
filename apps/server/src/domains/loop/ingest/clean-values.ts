import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { maskSecrets } from '#kit/log.ts'

/** What may be stored of a text: cut, without credentials, and without characters that the database cannot hold. */
export function cleanText(text: string, max: number = INGEST_LIMITS.valueBytes): string {
  const short = text.length > max ? `${text.slice(0, max)}…` : text
  const masked = maskSecrets(short)
  return (masked.includes('\0') ? masked.replaceAll('\0', '\uFFFD') : masked).toWellFormed()
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key, 256), cleanValue(item)]))
  // JSON has no NaN and no infinity.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

/** Whole, as long as nothing in it has to change: almost always. */
export function cleanAttributes(attributes: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(attributes)
  const isFine = text.length <= INGEST_LIMITS.valueBytes && maskSecrets(text) === text && !text.includes(String.raw`\u`)
  return isFine ? attributes : (cleanValue(attributes) as Record<string, unknown>)
}
