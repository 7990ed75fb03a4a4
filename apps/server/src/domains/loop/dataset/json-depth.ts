/** How deep lists and objects are nested; a plain value has none. Counted without recursion: the depth is what is not known. */
export function jsonDepth(value: unknown): number {
  let level = [value]
  for (let depth = 0; ; depth += 1) {
    const inside = level.filter((item) => typeof item === 'object' && item !== null)
    if (!inside.length) return depth
    level = inside.flatMap((item) => Object.values(item as object) as unknown[])
  }
}
