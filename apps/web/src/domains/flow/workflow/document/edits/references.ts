const written = /(\{\{\s*block_output_)([^.[\]{}\s]+)/g

/**
 * Replaces node ids in references: in `blockID`, and in `{{block_output_<id>.…}}` inside texts. A value without any of
 * the ids stays the same object.
 */
export function renameReferences<T>(value: T, ids: ReadonlyMap<string, string>): T {
  return rename(value, ids) as T
}

function rename(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    if (!value.includes('block_output_')) return value
    return value.replaceAll(written, (whole, before: string, id: string) =>
      ids.has(id) ? before + ids.get(id) : whole,
    )
  }
  if (Array.isArray(value)) {
    const next = value.map((item) => rename(item, ids))
    return next.every((item, i) => item === value[i]) ? value : next
  }
  if (typeof value !== 'object' || value === null) return value
  let changed = false
  const next = Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const renamed = key === 'blockID' && typeof item === 'string' ? (ids.get(item) ?? item) : rename(item, ids)
      changed ||= renamed !== item
      return [key, renamed]
    }),
  )
  return changed ? next : value
}

/** Ids of the nodes that a value refers to. */
export function referencesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') {
    if (value.includes('block_output_')) for (const match of value.matchAll(written)) found.add(match[2]!)
  } else if (Array.isArray(value)) for (const item of value) referencesIn(item, found)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === 'blockID' && typeof item === 'string') {
        if (item) found.add(item)
      } else referencesIn(item, found)
    }
  }
  return found
}
