/** Random numbers from 0 to 1 that depend on the seed only, so that a page shows the same figure twice (mulberry32). */
export function seededRandom(seed: string): () => number {
  let state = startOf(seed)
  return () => {
    state = (state + STEP) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
/** Fills arrays with random indexes below `n`, like `seededRandom` but in one loop, which takes a third of the time. */
export function seededPlaces(seed: string, n: number): (into: Uint32Array) => void {
  const scale = n / 0x1_0000_0000
  let kept = startOf(seed)
  return (into) => {
    let state = kept
    for (let at = 0; at < into.length; at += 1) {
      state = (state + STEP) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      into[at] = ((mixed ^ (mixed >>> 14)) >>> 0) * scale
    }
    kept = state
  }
}
const STEP = 0x6d2b79f5
function startOf(seed: string): number {
  let state = 0x811c9dc5
  for (const sign of seed) state = Math.imul(state ^ sign.codePointAt(0)!, 0x01000193)
  return state
}
