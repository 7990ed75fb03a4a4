import { TemplateError } from './template-error.ts'

export type Expression =
  | { type: 'value'; value: unknown }
  | { type: 'name'; name: string }
  | { type: 'list'; items: Expression[] }
  | { type: 'object'; entries: [Expression, Expression][] }
  | { type: 'member'; of: Expression; key: Expression }
  | { type: 'call'; name: string; args: Expression[] }
  | { type: 'filter'; of: Expression; name: string; args: Expression[] }
  | { type: 'test'; of: Expression; name: string; isNegated: boolean }
  | { type: 'not' | 'minus'; of: Expression }
  | { type: 'binary'; operator: string; left: Expression; right: Expression }
  | { type: 'choice'; when: Expression; yes: Expression; otherwise: Expression }

const token =
  /\s*(?:(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([A-Za-z_]\w*)|(==|!=|<=|>=|\/\/|\*\*|[-+*/%~<>()[\]{},.:|]))/y
const levels = [['or'], ['and'], ['==', '!=', '<', '<=', '>', '>=', 'in'], ['~'], ['+', '-'], ['*', '/', '//', '%']]
const MAX_DEPTH = 100
const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r' }
const words = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
])

interface Token {
  kind: 'number' | 'text' | 'name' | 'sign'
  text: string
}

function tokensOf(source: string, line: number): Token[] {
  const found: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const match = token.exec(source)
    if (!match) {
      if (!source.slice(at).trim()) break
      const sign = source.slice(at).trim()[0]!
      throw new TemplateError(line, `“${sign}” is not understood here`, `此处无法识别「${sign}」`)
    }
    const [, number, text, name, sign] = match
    if (number !== undefined) found.push({ kind: 'number', text: number })
    else if (text !== undefined) found.push({ kind: 'text', text: unquoted(text) })
    else if (name !== undefined) found.push({ kind: 'name', text: name })
    else found.push({ kind: 'sign', text: sign! })
  }
  return found
}
const unquoted = (text: string) => text.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)

/** Parses one expression. Names that begin with an underscore do not exist. */
export function parseExpression(source: string, line: number): Expression {
  const tokens = tokensOf(source, line)
  let at = 0
  let depth = 0
  const is = (text: string) => {
    const next = tokens[at]
    return next !== undefined && next.kind !== 'text' && next.text === text
  }
  const take = (text: string) => is(text) && Boolean((at += 1))
  const fail = (): never => {
    const next = tokens[at]?.text
    throw next === undefined
      ? new TemplateError(line, 'the expression ends too early', '表达式不完整')
      : new TemplateError(line, `“${next}” is not expected here`, `此处不应出现「${next}」`)
  }
  const expect = (text: string) => void (take(text) || fail())
  const takeName = (): string => {
    const next = tokens[at]
    if (next?.kind !== 'name') return fail()
    if (next.text.startsWith('_'))
      throw new TemplateError(line, `“${next.text}” begins with an underscore`, `「${next.text}」不能以下划线开头`)
    at += 1
    return next.text
  }

  function expression(): Expression {
    depth += 1
    if (depth > MAX_DEPTH) throw new TemplateError(line, 'the expression is nested too deeply', '表达式嵌套过深')
    const first = binary(0)
    const isChoice = take('if')
    const when = isChoice ? binary(0) : first
    const otherwise: Expression = isChoice && take('else') ? expression() : { type: 'value', value: '' }
    depth -= 1
    return isChoice ? { type: 'choice', when, yes: first, otherwise } : first
  }
  function binary(level: number): Expression {
    const operators = levels[level]
    if (!operators) return unary()
    let left = level === 2 ? negation(level) : binary(level + 1)
    for (;;) {
      if (level === 2 && is('is')) {
        left = test(left)
        continue
      }
      if (level === 2 && is('not') && tokens[at + 1]?.text === 'in') {
        at += 2
        left = { type: 'not', of: { type: 'binary', operator: 'in', left, right: binary(level + 1) } }
        continue
      }
      const operator = operators.find((sign) => is(sign))
      if (operator === undefined) return left
      at += 1
      left = { type: 'binary', operator, left, right: binary(level + 1) }
    }
  }
  function negation(level: number): Expression {
    return take('not') ? { type: 'not', of: binary(level) } : binary(level + 1)
  }
  function test(of: Expression): Expression {
    at += 1
    const isNegated = take('not')
    return { type: 'test', of, name: takeName(), isNegated }
  }
  function unary(): Expression {
    if (take('-')) return { type: 'minus', of: unary() }
    return postfix(primary())
  }
  function postfix(from: Expression): Expression {
    let of = from
    for (;;) {
      if (take('.')) of = { type: 'member', of, key: { type: 'value', value: takeName() } }
      else if (take('[')) {
        of = { type: 'member', of, key: expression() }
        expect(']')
      } else if (take('|')) of = { type: 'filter', of, name: takeName(), args: take('(') ? list(')') : [] }
      else return of
    }
  }
  function list(end: string): Expression[] {
    const items: Expression[] = []
    while (!take(end)) {
      if (items.length) {
        expect(',')
        if (take(end)) break
      }
      items.push(expression())
    }
    return items
  }
  function primary(): Expression {
    const next = tokens[at]
    if (next?.kind === 'number' || next?.kind === 'text') {
      at += 1
      return { type: 'value', value: next.kind === 'number' ? Number(next.text) : next.text }
    }
    if (take('(')) {
      const inner = expression()
      expect(')')
      return inner
    }
    if (take('[')) return { type: 'list', items: list(']') }
    if (take('{')) return object()
    const name = takeName()
    if (words.has(name)) return { type: 'value', value: words.get(name) }
    return take('(') ? { type: 'call', name, args: list(')') } : { type: 'name', name }
  }
  function object(): Expression {
    const entries: [Expression, Expression][] = []
    while (!take('}')) {
      if (entries.length) expect(',')
      const key = expression()
      expect(':')
      entries.push([key, expression()])
    }
    return { type: 'object', entries }
  }
  const parsed = expression()
  if (at < tokens.length) fail()
  return parsed
}
