export interface JsonToken {
  kind: 'key' | 'string' | 'literal' | 'plain' | 'text'
  text: string
}

/** Colouring is slow, so longer texts stay plain. */
const maxColoured = 20_000
const pattern = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Formats JSON and splits it into coloured tokens. */
export function jsonTokens(source: string): { tokens: JsonToken[]; plain: string } {
  const plain = laidOut(source)
  if (plain === null) return { tokens: [{ kind: 'text', text: source }], plain: source }
  if (plain.length > maxColoured) return { tokens: [{ kind: 'text', text: plain }], plain }
  const tokens: JsonToken[] = []
  let end = 0
  for (const match of plain.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: plain.slice(end, match.index) })
    const [whole, quoted, colon] = match
    if (quoted === undefined) tokens.push({ kind: 'literal', text: whole })
    else {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: quoted })
      if (colon !== undefined) tokens.push({ kind: 'plain', text: colon })
    }
    end = match.index + whole.length
  }
  if (end < plain.length) tokens.push({ kind: 'plain', text: plain.slice(end) })
  return { tokens, plain }
}

/** Formats only objects and lists: a bare word or number is an answer, not a structure. */
function laidOut(source: string): string | null {
  if (!/^\s*[[{]/.test(source)) return null
  try {
    return JSON.stringify(JSON.parse(source), null, 2)
  } catch {
    return null
  }
}
