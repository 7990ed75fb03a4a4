import { isObject, type Values } from '#values/own.ts'

/**
 * Reads a field and ignores the case of its key, since canvases mix spellings: `readonly` and `readOnly`,
 * `backupLLmParam` and `backupLLMParam`.
 */
export function field(raw: unknown, key: string): unknown {
  if (!isObject(raw)) return undefined
  if (Object.hasOwn(raw, key)) return raw[key]
  const lower = key.toLowerCase()
  for (const key of Object.keys(raw)) if (key.toLowerCase() === lower) return raw[key]
  return undefined
}

export function objectField(raw: unknown, key: string): Values | undefined {
  const value = field(raw, key)
  return isObject(value) ? value : undefined
}

export function listField(raw: unknown, key: string): unknown[] {
  const value = field(raw, key)
  return Array.isArray(value) ? value : []
}

/** The text of a field. Numbers are accepted, since ids are stored both as text and as numbers. */
export function textField(raw: unknown, key: string): string {
  const value = field(raw, key)
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}

export function numberField(raw: unknown, key: string): number | undefined {
  const value = field(raw, key)
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

export function boolField(raw: unknown, key: string): boolean {
  const value = field(raw, key)
  return value === true || value === 'true' || value === 1
}
