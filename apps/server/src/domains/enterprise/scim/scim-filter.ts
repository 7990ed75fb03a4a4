import { invalid } from './scim-error.ts'

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le' | 'pr'
export type ScimValue = string | number | boolean | null
export type Filter =
  | { is: 'and'; of: [Filter, Filter] }
  | { is: 'or'; of: [Filter, Filter] }
  | { is: 'not'; of: Filter }
  /** `emails[type eq "work"]`; a comparison after the bracket is added to the inner filter. */
  | { is: 'path'; attribute: string; inside: Filter }
  | { is: 'compare'; attribute: string; operator: Operator; value: ScimValue }

const operators: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'])
const MAX_LENGTH = 4000
const MAX_DEPTH = 20
const token = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y
const attributeName = /^(urn:[\w:.-]+:)?[A-Za-z$][\w$-]*(\.[A-Za-z$][\w$-]*)?$/
const bad = (detail: string) => invalid(`The filter can’t be read: ${detail}`, 'invalidFilter')

/** Parses filters by RFC 7644, 3.4.2.2: comparisons, and, or, not, groups and value paths. */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw bad('it is too long')
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.trimEnd().length) {
    const found = token.exec(text)
    if (!found) throw bad('a quotation mark is missing')
    tokens.push(found[1] ?? found[2] ?? found[3]!)
  }
  let at = 0
  const peek = () => tokens[at]?.toLowerCase()
  const take = (expected?: string) => {
    const next = tokens[at]
    if (next === undefined || (expected !== undefined && next !== expected))
      throw bad(`${expected ?? 'more'} was expected`)
    at += 1
    return next
  }
  function either(depth: number): Filter {
    if (depth > MAX_DEPTH) throw bad('it is nested too deeply')
    let left = both(depth)
    while (peek() === 'or') {
      take()
      left = { is: 'or', of: [left, both(depth)] }
    }
    return left
  }
  function both(depth: number): Filter {
    let left = single(depth)
    while (peek() === 'and') {
      take()
      left = { is: 'and', of: [left, single(depth)] }
    }
    return left
  }
  function single(depth: number): Filter {
    if (peek() === 'not') {
      take()
      take('(')
      const of = either(depth + 1)
      take(')')
      return { is: 'not', of }
    }
    if (peek() === '(') {
      take()
      const inner = either(depth + 1)
      take(')')
      return inner
    }
    const attribute = take()
    if (!attributeName.test(attribute)) throw bad(`“${attribute}” is not an attribute`)
    if (peek() === '[') {
      take()
      const inside = either(depth + 1)
      take(']')
      // Entra sends `emails[type eq "work"].value eq "x"`: both conditions must hold for the same element.
      if (!peek()?.startsWith('.')) return { is: 'path', attribute, inside }
      return { is: 'path', attribute, inside: { is: 'and', of: [inside, comparison(take().slice(1))] } }
    }
    return comparison(attribute)
  }
  function comparison(attribute: string): Filter {
    const operator = take().toLowerCase()
    if (!operators.has(operator)) throw bad(`“${operator}” is not an operator`)
    if (operator === 'pr') return { is: 'compare', attribute, operator, value: null }
    return { is: 'compare', attribute, operator: operator as Operator, value: valueOf(take()) }
  }
  const filter = either(0)
  if (at < tokens.length) throw bad(`“${tokens[at]}” was not expected`)
  return filter
}

function valueOf(text: string): ScimValue {
  try {
    const value: unknown = JSON.parse(text.startsWith('"') ? text : text.toLowerCase())
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as ScimValue
  } catch {
    // Fall through to the error below.
  }
  throw bad(`“${text}” is not a value`)
}

/** Whether an element of a multi-valued attribute matches; attribute names are case-insensitive. */
export function matches(filter: Filter, item: unknown): boolean {
  if (filter.is === 'and') return filter.of.every((part) => matches(part, item))
  if (filter.is === 'or') return filter.of.some((part) => matches(part, item))
  if (filter.is === 'not') return !matches(filter.of, item)
  if (filter.is === 'path') throw bad('value paths can’t be nested')
  const entry =
    typeof item === 'object' && item !== null
      ? Object.entries(item).find(([name]) => name.toLowerCase() === filter.attribute.toLowerCase())?.[1]
      : filter.attribute.toLowerCase() === 'value'
        ? item
        : undefined
  return compare(entry, filter.operator, filter.value)
}

function compare(found: unknown, operator: Operator, value: ScimValue): boolean {
  if (operator === 'pr') return found !== undefined && found !== null && found !== ''
  const [a, b] = [comparable(found), comparable(value)]
  if (operator === 'eq') return a === b
  if (operator === 'ne') return a !== b
  if (a === null || b === null) return false
  if (operator === 'co') return String(a).includes(String(b))
  if (operator === 'sw') return String(a).startsWith(String(b))
  if (operator === 'ew') return String(a).endsWith(String(b))
  if (operator === 'gt') return a > b
  if (operator === 'ge') return a >= b
  return operator === 'lt' ? a < b : a <= b
}
/** Converts booleans that Entra sends as text. */
const comparable = (value: unknown) => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true' ? 1 : 0
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' ? value : String(value).toLowerCase()
}
