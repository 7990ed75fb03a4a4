import { triggerErrors } from './trigger.errors.ts'

/** Parses a text that must be a JSON object. */
export function readObject(text: string, field: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text || '{}', (key, at: unknown) => (key === '__proto__' ? undefined : at))
  } catch {
    throw triggerErrors.badJson({ field })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw triggerErrors.badJson({ field })
  return value as Record<string, unknown>
}
