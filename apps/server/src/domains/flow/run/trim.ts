const LIMIT = 64 * 1024
const TEXT = 1024
const ITEMS = 50

/** Whether a value is too large to show. Stops counting once the limit is exceeded. */
export function isLarge(value: unknown, limit = LIMIT): boolean {
  let left = limit
  const walk = (value: unknown): boolean => {
    left -= typeof value === 'string' ? value.length : 8
    if (left < 0) return true
    if (typeof value !== 'object' || value === null) return false
    for (const key in value) {
      left -= key.length
      if (walk((value as Record<string, unknown>)[key])) return true
    }
    return false
  }
  return walk(value)
}

/** The value in the same shape, with long texts and lists shortened. */
export function trimmed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > TEXT ? `${value.slice(0, TEXT)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > 6) return '…'
  if (Array.isArray(value)) return value.slice(0, ITEMS).map((item) => trimmed(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ITEMS)
      .map(([key, item]) => [key, trimmed(item, depth + 1)]),
  )
}
