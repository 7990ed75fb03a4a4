import { INTERFACE_LIMITS } from '@orrery/contract/shared/interface-limits'
import { ExpressionError } from './tree.ts'

export interface Token {
  kind: 'number' | 'text' | 'name' | 'sign' | 'end'
  text: string
  at: number
}
const pattern =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_]\w*)|(?<sign>=>|\?\?|==|!=|<=|>=|[-+*/%<>?:.,()[\]{}])|(?<quote>["']))/y
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

/** Splits an expression into tokens. A character that has no meaning here is an error. */
export function tokensOf(text: string): Token[] {
  if (text.length > INTERFACE_LIMITS.expression) throw new ExpressionError('tooLong', 0)
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    if (!text.slice(at).trim()) break
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) {
      const from = at + (text.slice(at).length - text.slice(at).trimStart().length)
      throw new ExpressionError('unexpected', from, text[from])
    }
    const { number, name, sign, quote } = found.groups as Record<string, string | undefined>
    at = pattern.lastIndex
    if (quote !== undefined) {
      const read = readText(text, at, quote)
      tokens.push({ kind: 'text', text: read.text, at: at - 1 })
      at = read.end
    } else {
      const word = (number ?? name ?? sign)!
      tokens.push({
        kind: number === undefined ? (name === undefined ? 'sign' : 'name') : 'number',
        text: word,
        at: at - word.length,
      })
    }
  }
  tokens.push({ kind: 'end', text: '', at: text.length })
  return tokens
}

function readText(text: string, from: number, quote: string): { text: string; end: number } {
  let read = ''
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]!
    if (sign === quote) return { text: read, end: at + 1 }
    if (sign !== '\\') read += sign
    else {
      at += 1
      const next = text[at]
      if (next === undefined) break
      read += escapes[next] ?? next
    }
  }
  throw new ExpressionError('unclosed', from - 1, quote)
}
