const PART = 400
/** Texts without spaces, Chinese ones above all, are cut too. */
const MAX_PART = 600

/** A text in parts that stay the same when more is added at its end; together they are the text. */
export function partsOf(text: string): string[] {
  const parts: string[] = []
  const space = /\s/g
  let from = 0
  while (text.length - from > MAX_PART) {
    space.lastIndex = from + PART
    const found = space.exec(text)?.index ?? text.length
    let to = Math.min(found + 1, from + MAX_PART)
    // Never between the halves of a character.
    if (/[\uDC00-\uDFFF]/.test(text[to]!)) to += 1
    parts.push(text.slice(from, to))
    from = to
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}
