/** The nesting depth of a value; 0 for plain values. Iterative, so that deep input cannot exhaust the stack. */
export function jsonDepth(value: unknown): number {
  let level = [value]
  for (let depth = 0; ; depth += 1) {
    const inside = level.filter((item) => typeof item === 'object' && item !== null)
    if (!inside.length) return depth
    level = inside.flatMap((item) => Object.values(item as object) as unknown[])
  }
}
