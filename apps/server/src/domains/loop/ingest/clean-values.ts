import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { maskSecrets, mayHoldSecret } from '#kit/mask-secrets.ts'

/** Cuts a text to at most `max` characters. */
export const cutText = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}…`.toWellFormed() : text

/** Prepares a text for storage: cuts it, masks credentials, and replaces characters that the database cannot hold. */
export function cleanText(text: string, max: number = INGEST_LIMITS.valueBytes): string {
  if (text === '') return text
  const cut = text.length > max ? `${text.slice(0, max)}…` : text
  const masked = mayHoldSecret(cut) ? maskSecrets(cut) : cut
  return (masked.includes('\0') ? masked.replaceAll('\0', '\uFFFD') : masked).toWellFormed()
}

/** Cleans each text before serialisation: in JSON, an escape such as `\n` before a credential would hide it. */
function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value === 'object' && value !== null) return cleanAttributes(value as Record<string, unknown>)
  // JSON has no NaN or Infinity.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

/** Attribute that lists the values of a span that were cut. */
export const CUT = 'orrery.cut'
/** Names of texts that exceed the size limit. */
export const cutNames = (texts: Record<string, unknown>): string[] => {
  const found: string[] = []
  for (const name in texts) {
    const value = texts[name]
    if (typeof value === 'string' && value.length > INGEST_LIMITS.valueBytes) found.push(cutText(name, 256))
  }
  return found
}

/** Size of the cache of cleaned names; programs reuse a few names. */
const MAX_NAMES = 2000
const cleanNames = new Map<string, string>()
function cleanName(name: string): string {
  const known = cleanNames.get(name)
  if (known !== undefined) return known
  const clean = cleanText(name, 256)
  if (cleanNames.size >= MAX_NAMES) cleanNames.clear()
  if (name.length <= 256) cleanNames.set(name, clean)
  return clean
}

/** Returns the same object if nothing had to be changed, which is almost always the case. */
export function cleanAttributes(attributes: Record<string, unknown>): Record<string, unknown> {
  let changed: Record<string, unknown> | undefined
  for (const key of Object.keys(attributes)) {
    const value = attributes[key]
    const name = cleanName(key)
    const clean = cleanValue(value)
    if (!changed && name === key && clean === value) continue
    changed ??= copyBefore(attributes, key)
    changed[name] = clean
  }
  return changed ?? attributes
}
/** Attributes before a name, which need no change. */
function copyBefore(attributes: Record<string, unknown>, name: string): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const key of Object.keys(attributes)) {
    if (key === name) break
    found[key] = attributes[key]
  }
  return found
}
