/** Splits a text into words; each Chinese character counts as a word. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}']+/gu) ?? []

/** The share of words that differ between the text and the transcript: 0 for none, 1 for all. */
export function wordErrorRate(wanted: string, transcript: string): number {
  const [a, b] = [wordsOf(wanted), wordsOf(transcript)]
  if (a.length === 0) return 0
  let row = b.map((_, at) => at + 1)
  a.forEach((word, at) => {
    let corner = at
    let left = at + 1
    row = b.map((other, column) => {
      const best = Math.min(row[column]! + 1, left + 1, corner + Number(word !== other))
      corner = row[column]!
      left = best
      return best
    })
  })
  return (row.at(-1) ?? a.length) / a.length
}
