export type TokenKind = 'key' | 'string' | 'literal' | 'plain'
export interface JsonToken {
  kind: TokenKind
  text: string
}

const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\btrue\b|\bfalse\b|\bnull\b)/g

/** Splits JSON into tokens for highlighting. Joined, they are the text, even if it is not JSON. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = []
  let at = 0
  for (const match of text.matchAll(pattern)) {
    const [whole, quoted, colon] = match
    if (match.index > at) tokens.push({ kind: 'plain', text: text.slice(at, match.index) })
    if (quoted === undefined) tokens.push({ kind: 'literal', text: whole })
    else {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: quoted })
      if (colon !== undefined) tokens.push({ kind: 'plain', text: colon })
    }
    at = match.index + whole.length
  }
  if (at < text.length) tokens.push({ kind: 'plain', text: text.slice(at) })
  return tokens
}

/** Formats JSON; other text is unchanged. Works on the text, so that large numbers keep their digits. */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  return jsonTokens(text)
    .map(({ kind, text: part }) =>
      kind === 'plain' ? [...part.replaceAll(/\s+/g, '')].map(indentSign).join('') : part,
    )
    .join('')
    .replaceAll(/([[{])\n\s*([\]}])/g, '$1$2')

  function indentSign(sign: string): string {
    if (sign === '{' || sign === '[') {
      depth += 1
      return sign + line()
    }
    if (sign === '}' || sign === ']') {
      depth -= 1
      return line() + sign
    }
    return sign === ',' ? sign + line() : sign === ':' ? ': ' : sign
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
