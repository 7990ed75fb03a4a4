/** The same text always gets the same place among `count`: a person keeps a colour, a bot its picture. */
export function stableIndex(text: string, count: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // The low bits of this hash alone follow the last letter too closely.
  return ((hash ^ (hash >>> 15)) >>> 0) % count
}

const SPACE_COLOURS = 6
/** Which of its colours a space has, wherever it is shown without a picture. */
export const spaceColour = (spaceId: string): number => stableIndex(spaceId, SPACE_COLOURS)
