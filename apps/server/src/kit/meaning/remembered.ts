/** Caches results by word; the cache is emptied when it is full, so memory stays bounded. */
export function remembered<T>(look: (word: string) => T, max: number): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    if (known.has(word)) return known.get(word)!
    if (known.size >= max) known.clear()
    const found = look(word)
    known.set(word, found)
    return found
  }
}
