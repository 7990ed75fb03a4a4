const PART = 400
/** Texts without spaces, such as Chinese, are split at this length. */
const MAX_PART = 600

/** Splits a text into parts that do not change when text is added at the end. Joined, they are the text. */
export function partsOf(text: string): string[] {
  const parts: string[] = []
  const space = /\s/g
  let from = 0
  while (text.length - from > MAX_PART) {
    space.lastIndex = from + PART
    const found = space.exec(text)?.index ?? text.length
    let to = Math.min(found + 1, from + MAX_PART)
    // Do not split a surrogate pair.
    if (/[\uDC00-\uDFFF]/.test(text[to]!)) to += 1
    parts.push(text.slice(from, to))
    from = to
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}
