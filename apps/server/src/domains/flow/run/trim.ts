const LIMIT = 64 * 1024
const TEXT = 1024
const ITEMS = 50

/** Whether a value is too large to be shown whole; looks no further than it has to. */
export function isLarge(value: unknown, limit = LIMIT): boolean {
  let left = limit
  const walk = (one: unknown): boolean => {
    left -= typeof one === 'string' ? one.length : 8
    if (left < 0) return true
    if (typeof one !== 'object' || one === null) return false
    for (const key in one) {
      left -= key.length
      if (walk((one as Record<string, unknown>)[key])) return true
    }
    return false
  }
  return walk(value)
}

/** The same shape with long texts and lists cut. */
export function trimmed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > TEXT ? `${value.slice(0, TEXT)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > 6) return '…'
  if (Array.isArray(value)) return value.slice(0, ITEMS).map((one) => trimmed(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ITEMS)
      .map(([key, one]) => [key, trimmed(one, depth + 1)]),
  )
}
