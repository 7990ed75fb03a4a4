import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { maskSecrets, mayHoldSecret } from '#kit/mask-secrets.ts'

/** At most so many characters. */
export const cutText = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max)}…`.toWellFormed() : text

/** What may be stored of a text: cut, without credentials, and without characters that the database cannot hold. */
export function cleanText(text: string, max: number = INGEST_LIMITS.valueBytes): string {
  if (text === '') return text
  const cut = text.length > max ? `${text.slice(0, max)}…` : text
  const masked = mayHoldSecret(cut) ? maskSecrets(cut) : cut
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

/** An attribute of a span: what of it was too long to be kept whole. */
export const CUT = 'orrery.cut'
/** The names of texts that are longer than what is kept of one. */
export const cutNames = (texts: Record<string, unknown>): string[] => {
  const found: string[] = []
  for (const name in texts) {
    const value = texts[name]
    if (typeof value === 'string' && value.length > INGEST_LIMITS.valueBytes) found.push(cutText(name, 256))
  }
  return found
}

/** Programs use a few names again and again. */
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

/** The same object, as long as nothing in it has to change: almost always. */
export function cleanAttributes(attributes: Record<string, unknown>): Record<string, unknown> {
  let changed: Record<string, unknown> | undefined
  for (const key of Object.keys(attributes)) {
    const value = attributes[key]
    const name = cleanName(key)
    const clean = cleanValue(value)
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
