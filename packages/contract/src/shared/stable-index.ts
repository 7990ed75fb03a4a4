/** Maps a text to the same index below `count` every time, so that a person keeps a colour, and a bot its picture. */
export function stableIndex(text: string, count: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // The low bits of this hash depend too much on the last character, so the high bits are mixed in.
  return ((hash ^ (hash >>> 15)) >>> 0) % count
}

const SPACE_COLOURS = 6
/** The index of the colour that is shown for a space without a picture. */
export const spaceColour = (spaceId: string): number => stableIndex(spaceId, SPACE_COLOURS)
