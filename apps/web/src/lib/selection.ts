/** Chosen rows, by key. Sets are never changed in place, so that React sees the change. */
export type Selection = ReadonlySet<string>

export function toggleOne(selected: Selection, key: string, on = !selected.has(key)): Selection {
  const next = new Set(selected)
  if (on) next.add(key)
  else next.delete(key)
  return next
}

/** Selects all visible rows or none of them; the selection of other rows is kept. */
export function toggleAll(selected: Selection, keys: readonly string[]): Selection {
  const on = !keys.every((key) => selected.has(key))
  return keys.reduce((next, key) => toggleOne(next, key, on), selected)
}

/** With shift: all rows between the last click and this one get its state. */
export function toggleRange(selected: Selection, keys: readonly string[], from: string | null, to: string): Selection {
  const start = from === null ? -1 : keys.indexOf(from)
  const end = keys.indexOf(to)
  if (start < 0 || end < 0) return toggleOne(selected, to)
  const on = !selected.has(to)
  const between = keys.slice(Math.min(start, end), Math.max(start, end) + 1)
  return between.reduce((next, key) => toggleOne(next, key, on), selected)
}

export function allState(selected: Selection, keys: readonly string[]): 'none' | 'some' | 'all' {
  const count = keys.filter((key) => selected.has(key)).length
  if (count === 0) return 'none'
  return count === keys.length ? 'all' : 'some'
}
