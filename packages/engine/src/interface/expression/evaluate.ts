import { call } from './functions.ts'
import { type Argument, type Expression, ExpressionError } from './tree.ts'
import { isList, isObject, isTrue, inWords, sizeOf } from './values.ts'

export type Scope = Readonly<Record<string, unknown>>
const MAX_STEPS = 10_000
/** The maximum length of a text or list that one step may produce. */
const MAX_SIZE = 200_000

/** Evaluates an expression. Only own properties can be read, and the number of steps is limited. */
export function evaluate(tree: Expression, scope: Scope): unknown {
  let steps = 0
  function count(by = 1) {
    steps += by
    if (steps > MAX_STEPS) throw new ExpressionError('tooManySteps', 0)
  }
  function sized<T>(value: T): T {
    if (sizeOf(value) > MAX_SIZE) throw new ExpressionError('tooLarge', 0)
    return value
  }
  const functionOf = (argument: Argument, around: Scope) => {
    if (argument.type !== 'function') throw new ExpressionError('notAFunction', 0)
    return (item: unknown) => of(argument.body, { ...around, [argument.parameter]: item })
  }
  function of(node: Expression, names: Scope): unknown {
    count()
    switch (node.type) {
      case 'literal':
        return node.value
      case 'name':
        return Object.hasOwn(names, node.name) ? names[node.name] : null
      case 'member':
        return memberOf(of(node.of, names), of(node.key, names))
      case 'unary': {
        const value = of(node.of, names)
        return node.operator === 'not' ? !isTrue(value) : negative(value)
      }
      case 'binary':
        return sized(binary(node, names))
      case 'choice':
        return of(isTrue(of(node.test, names)) ? node.yes : node.no, names)
      case 'list':
        return node.items.map((item) => of(item, names))
      case 'object':
        return Object.fromEntries(node.fields.map(([key, value]) => [key, of(value, names)]))
      case 'call':
        return sized(
          call(node.name, {
            values: node.args.map((argument) => (argument.type === 'function' ? null : of(argument, names))),
            each: (index) => functionOf(node.args[index] ?? { type: 'literal', value: null }, names),
            has: (index) => index < node.args.length,
            count,
          }),
        )
    }
  }
  function binary({ operator, left, right }: Extract<Expression, { type: 'binary' }>, names: Scope): unknown {
    const a = of(left, names)
    if (operator === 'and') return isTrue(a) ? of(right, names) : a
    if (operator === 'or') return isTrue(a) ? a : of(right, names)
    if (operator === '??') return a ?? of(right, names)
    const b = of(right, names)
    if (operator === '==') return isEqual(a, b)
    if (operator === '!=') return !isEqual(a, b)
    if (operator === '+') return add(a, b)
    if (operator === '<' || operator === '<=' || operator === '>' || operator === '>=') return compare(operator, a, b)
    return arithmetic(operator, a, b)
  }
  return of(tree, scope)
}

function memberOf(value: unknown, key: unknown): unknown {
  if (isList(value)) return typeof key === 'number' ? (value.at(key) ?? null) : null
  const name = typeof key === 'number' ? String(key) : key
  return isObject(value) && typeof name === 'string' && Object.hasOwn(value, name) ? (value[name] ?? null) : null
}
const negative = (value: unknown) => (typeof value === 'number' ? -value : null)
const isEqual = (a: unknown, b: unknown): boolean =>
  Object.is(a ?? null, b ?? null) || (typeof a === 'object' && a !== null && inWords(a) === inWords(b))

function add(a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') return finite(a + b)
  if (isList(a) && isList(b)) return [...a, ...b]
  return inWords(a) + inWords(b)
}
function compare(operator: '<' | '<=' | '>' | '>=', a: unknown, b: unknown): boolean {
  const order =
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : typeof a === 'string' && typeof b === 'string'
        ? a === b
          ? 0
          : a < b
            ? -1
            : 1
        : Number.NaN
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}
function arithmetic(operator: '-' | '*' | '/' | '%', a: unknown, b: unknown): number | null {
  if (typeof a !== 'number' || typeof b !== 'number') return null
  if (operator === '-') return finite(a - b)
  if (operator === '*') return finite(a * b)
  return finite(operator === '/' ? a / b : a % b)
}
const finite = (value: number) => (Number.isFinite(value) ? value : null)
