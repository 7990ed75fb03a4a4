/** Moves the boundary after panel `index` by `delta`; only its two neighbours change, down to their minimum. */
export function moveBoundary(
  sizes: readonly number[],
  least: readonly number[],
  index: number,
  delta: number,
): number[] {
  const before = sizes[index]
  const after = sizes[index + 1]
  if (before === undefined || after === undefined) return [...sizes]
  const roomBefore = before - (least[index] ?? 0)
  const roomAfter = after - (least[index + 1] ?? 0)
  // In a window that is too small for both, nothing moves.
  if (roomBefore < 0 || roomAfter < 0) return [...sizes]
  const move = Math.min(roomAfter, Math.max(-roomBefore, delta))
  return sizes.map((size, at) => (at === index ? size + move : at === index + 1 ? size - move : size))
}

/** The size of a folded panel. */
const foldedSize = 40
const handle = 1

interface Foldable {
  id: string
  min: number
  foldable?: boolean
}

/**
 * The panels that fold automatically because there is no room for all of them: the first ones first, and the most
 * recently opened one stays open. `folded` contains those that the user folded.
 */
export function foldToFit(
  panels: readonly Foldable[],
  folded: readonly string[],
  opened: readonly string[],
  room: number,
): string[] {
  const closed = new Set(folded)
  const needed = () =>
    panels.reduce((sum, { id, min }) => sum + (closed.has(id) ? foldedSize : min), (panels.length - 1) * handle)
  const foldOrder = panels
    .filter(({ id, foldable }) => foldable && !closed.has(id))
    .toSorted((a, b) => opened.indexOf(a.id) - opened.indexOf(b.id))
  const autoFolded: string[] = []
  for (const { id } of foldOrder.slice(0, panels.length - closed.size - 1)) {
    if (needed() <= room) break
    closed.add(id)
    autoFolded.push(id)
  }
  return autoFolded
}

/** Stored shares are used only if they fit the current panels. */
export function storedShares(stored: unknown, count: number): number[] | null {
  if (!Array.isArray(stored) || stored.length !== count) return null
  return stored.every((share) => typeof share === 'number' && Number.isFinite(share) && share > 0) ? stored : null
}

export const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
