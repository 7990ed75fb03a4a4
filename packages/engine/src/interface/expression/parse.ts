import { functionNames } from './function-names.ts'
import { type Token, tokensOf } from './tokens.ts'
import { type Argument, type BinaryOperator, type Expression, ExpressionError } from './tree.ts'

const levels: readonly (readonly BinaryOperator[])[] = [
  ['??'],
  ['or'],
  ['and'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
]
const constants = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const MAX_DEPTH = 60

/** Parses literals, paths, arithmetic, comparisons, choices, lists, objects and calls of our functions only. */
export function parseExpression(text: string): Expression {
  const reader = createReader(tokensOf(text))
  const tree = reader.expression()
  const rest = reader.peek()
  if (rest.kind !== 'end') throw new ExpressionError('unexpected', rest.at, rest.text)
  return tree
}

function createReader(tokens: readonly Token[]) {
  let at = 0
  let depth = 0
  const peek = () => tokens[at]!
  const isSign = (text: string) => peek().kind !== 'text' && peek().text === text
  const next = () => tokens[at++]!
  function take(text: string): void {
    const token = peek()
    if (!isSign(text))
      throw new ExpressionError(token.kind === 'end' ? 'unclosed' : 'unexpected', token.at, token.text || text)
    at += 1
  }
  function nested<T>(read: () => T): T {
    depth += 1
    if (depth > MAX_DEPTH) throw new ExpressionError('tooDeep', peek().at)
    const result = read()
    depth -= 1
    return result
  }
  const expression = (): Expression => nested(choice)
  function choice(): Expression {
    const test = binary(0)
    if (!isSign('?')) return test
    at += 1
    const yes = expression()
    take(':')
    return { type: 'choice', test, yes, no: expression() }
  }
  function binary(level: number): Expression {
    const operators = levels[level]
    if (!operators) return unary()
    let left = binary(level + 1)
    for (;;) {
      const operator = operators.find(isSign)
      if (!operator) return left
      at += 1
      left = { type: 'binary', operator, left, right: binary(level + 1) }
    }
  }
  function unary(): Expression {
    const operator = isSign('-') ? '-' : isSign('not') ? 'not' : undefined
    if (!operator) return path()
    at += 1
    return { type: 'unary', operator, of: nested(unary) }
  }
  function path(): Expression {
    let of = primary()
    for (;;)
      if (isSign('.')) {
        at += 1
        const token = next()
        if (token.kind !== 'name') throw new ExpressionError('unexpected', token.at, token.text)
        of = { type: 'member', of, key: { type: 'literal', value: token.text } }
      } else if (isSign('[')) {
        at += 1
        of = { type: 'member', of, key: expression() }
        take(']')
      } else return of
  }
  function primary(): Expression {
    const token = next()
    if (token.kind === 'number') return { type: 'literal', value: Number(token.text) }
    if (token.kind === 'text') return { type: 'literal', value: token.text }
    if (token.kind === 'name') {
      const constant = constants.get(token.text)
      if (constant !== undefined) return { type: 'literal', value: constant }
      if (['and', 'or', 'not'].includes(token.text)) throw new ExpressionError('unexpected', token.at, token.text)
      return isSign('(') ? call(token) : { type: 'name', name: token.text, at: token.at }
    }
    if (token.text === '(') {
      const inner = expression()
      take(')')
      return inner
    }
    if (token.text === '[') return { type: 'list', items: several(']', expression) }
    if (token.text === '{') return { type: 'object', fields: several('}', field) }
    throw new ExpressionError('unexpected', token.at, token.text)
  }
  function several<T>(end: string, read: () => T): T[] {
    const items: T[] = []
    while (!isSign(end)) {
      items.push(read())
      if (!isSign(',')) break
      at += 1
    }
    take(end)
    return items
  }
  function field(): [string, Expression] {
    const key = next()
    if (key.kind !== 'name' && key.kind !== 'text') throw new ExpressionError('unexpected', key.at, key.text)
    take(':')
    return [key.text, expression()]
  }
  function call({ text: name, at: where }: Token): Expression {
    if (!functionNames.has(name)) throw new ExpressionError('unknownFunction', where, name)
    at += 1
    return { type: 'call', name, args: several(')', argument), at: where }
  }
  function argument(): Argument {
    const [name, arrow] = [peek(), tokens[at + 1]]
    if (name.kind !== 'name' || arrow?.kind !== 'sign' || arrow.text !== '=>') return expression()
    at += 2
    return { type: 'function', parameter: name.text, body: expression() }
  }
  return { expression, peek }
}
