export const isList = (value: unknown): value is unknown[] => Array.isArray(value)
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Null, an empty text, zero, false and an empty list are false. */
export const isTrue = (value: unknown): boolean => (isList(value) ? value.length > 0 : Boolean(value))
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (isList(value) && value.length === 0)

/** A value as text. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string)
}
export const sizeOf = (value: unknown): number => (typeof value === 'string' || isList(value) ? value.length : 0)
