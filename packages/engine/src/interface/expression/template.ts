import { evaluate, type Scope } from './evaluate.ts'
import { parseExpression } from './parse.ts'
import { type Argument, type Expression, ExpressionError } from './tree.ts'
import { inWords } from './values.ts'

interface Template {
  parts: (string | Expression)[]
  /** The text is a single expression, so its value keeps its type. */
  isWhole: boolean
}
const MAX_CACHED = 2000
const templates = new Map<string, Template | ExpressionError>()

/** Splits a text into plain parts and the expressions between `{{` and `}}`, which may contain braces of their own. */
function readTemplate(text: string): Template {
  const parts: (string | Expression)[] = []
  let at = 0
  for (;;) {
    const from = text.indexOf('{{', at)
    if (from < 0) break
    const to = endOf(text, from + 2)
    if (to < 0) throw new ExpressionError('unclosed', from, '{{')
    if (from > at) parts.push(text.slice(at, from))
    parts.push(parseExpression(text.slice(from + 2, to)))
    at = to + 2
  }
  if (at < text.length) parts.push(text.slice(at))
  return { parts, isWhole: parts.length === 1 && typeof parts[0] !== 'string' }
}
/** The position of the first `}}` outside quotes and outside the braces of an object. */
function endOf(text: string, from: number): number {
  let quote = ''
  let open = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]!
    if (quote) {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '{') open += 1
    else if (sign === '}' && open > 0) open -= 1
    else if (sign === '}' && text[at + 1] === '}') return at
  }
  return -1
}
function templateOf(text: string): Template {
  let found = templates.get(text)
  if (!found) {
    try {
      found = readTemplate(text)
    } catch (cause) {
      if (!(cause instanceof ExpressionError)) throw cause
      found = cause
    }
    templates.set(text, found)
    if (templates.size > MAX_CACHED) templates.delete(templates.keys().next().value!)
  }
  if (found instanceof ExpressionError) throw found
  return found
}

export const isExpression = (value: unknown): boolean => typeof value === 'string' && value.includes('{{')

/** Replaces the expressions in a value by their results. Throws an ExpressionError if one cannot be parsed. */
export function fill(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') {
    if (!isExpression(value)) return value
    const { parts, isWhole } = templateOf(value)
    if (isWhole) return evaluate(parts[0] as Expression, scope)
    return parts.map((part) => (typeof part === 'string' ? part : inWords(evaluate(part, scope)))).join('')
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, scope))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, scope)]))
  return value
}

/** Evaluates a condition, which is written as an expression without braces. */
export const fillTest = (text: string, scope: Scope): unknown => fill(`{{${text}}}`, scope)

/** The paths that a value reads, as far as known without evaluating it: `table.data`, `name.value`. */
export function readsOf(value: unknown): string[][] {
  if (typeof value === 'string')
    return isExpression(value)
      ? templateOf(value).parts.flatMap((part) => (typeof part === 'string' ? [] : pathsIn(part, [])))
      : []
  if (Array.isArray(value)) return value.flatMap(readsOf)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(readsOf) : []
}
function pathsIn(node: Argument, bound: readonly string[]): string[][] {
  switch (node.type) {
    case 'literal':
      return []
    case 'name':
      return bound.includes(node.name) ? [] : [[node.name]]
    case 'member': {
      const inner = pathsIn(node.of, bound)
      const isPath = node.key.type === 'literal' && (node.of.type === 'name' || node.of.type === 'member')
      const [path] = inner
      if (isPath && path && inner.length === 1) return [[...path, String((node.key as { value: unknown }).value)]]
      return [...inner, ...pathsIn(node.key, bound)]
    }
    case 'unary':
      return pathsIn(node.of, bound)
    case 'binary':
      return [...pathsIn(node.left, bound), ...pathsIn(node.right, bound)]
    case 'choice':
      return [node.test, node.yes, node.no].flatMap((part) => pathsIn(part, bound))
    case 'list':
      return node.items.flatMap((item) => pathsIn(item, bound))
    case 'object':
      return node.fields.flatMap(([, item]) => pathsIn(item, bound))
    case 'call':
      return node.args.flatMap((item) => pathsIn(item, bound))
    case 'function':
      return pathsIn(node.body, [...bound, node.parameter])
  }
}
