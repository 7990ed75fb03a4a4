const written = /(\{\{\s*block_output_)([^.[\]{}\s]+)/g

/**
 * The same value with references to other nodes: `blockID` of references, and `{{block_output_<id>.…}}` inside texts.
 * What names none of the ids stays the same object.
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
    const next = value.map((one) => rename(one, ids))
    return next.every((one, i) => one === value[i]) ? value : next
  }
  if (typeof value !== 'object' || value === null) return value
  let changed = false
  const next = Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const renamed = key === 'blockID' && typeof one === 'string' ? (ids.get(one) ?? one) : rename(one, ids)
      changed ||= renamed !== one
      return [key, renamed]
    }),
  )
  return changed ? next : value
}

/** Ids of the nodes that a value refers to. */
export function referencesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') {
    if (value.includes('block_output_')) for (const match of value.matchAll(written)) found.add(match[2]!)
  } else if (Array.isArray(value)) for (const one of value) referencesIn(one, found)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (key === 'blockID' && typeof one === 'string') {
        if (one) found.add(one)
      } else referencesIn(one, found)
    }
  }
  return found
}
