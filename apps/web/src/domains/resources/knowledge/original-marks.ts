const squeeze = (text: string): string => text.replaceAll(/[\s#*_>|`-]+/g, '').toLowerCase()
/** Shorter texts match by coincidence. */
const least = 12

/** Whether a paragraph of the original and a slice overlap. */
export function belongsTogether(block: string, slice: string): boolean {
  const [a, b] = [squeeze(block), squeeze(slice)]
  if (!a || !b) return false
  if (a.length < least) return b.startsWith(a) || b === a
  if (b.includes(a) || a.includes(b)) return true
  const [head, tail] = [b.slice(0, least * 2), b.slice(-least * 2)]
  return (head.length >= least && a.includes(head)) || (tail.length >= least && a.includes(tail))
}
