import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError } from '#errors.ts'
import { stableJson, valueText } from './json.ts'
import { numberOperators, Operator, operators } from './operators.ts'
import { isObject } from './own.ts'
import type { Kind } from './types.ts'

export interface Operand {
  value: unknown
  kind: Kind
}

/** Evaluates one condition of a selector. Null is smaller than everything and equal to itself. */
export function holds(operator: number, left: Operand, right: Operand): boolean {
  const byLength = numberOperators.get(operator)
  if (byLength) return compare(byLength, lengthOf(left.value), wholeOf(operator, right.value))
  switch (operator) {
    case Operator.equal:
      return equal(left, right)
    case Operator.notEqual:
      return !equal(left, right)
    case Operator.contains:
      return contains(operator, left.value, right.value)
    case Operator.notContains:
      return !contains(operator, left.value, right.value)
    case Operator.empty:
      return isEmpty(left.value)
    case Operator.notEmpty:
      return !isEmpty(left.value)
    case Operator.isTrue:
      return truth(operator, left.value) === true
    case Operator.isFalse:
      return truth(operator, left.value) === false
    case Operator.greater:
    case Operator.atLeast:
    case Operator.less:
    case Operator.atMost:
      return ordered(operator, left.value, right.value)
    default:
      throw fail(operator, 'is not an operator of this format', '不是有效的运算符')
  }
}

const isNil = (value: unknown): value is null | undefined => value === null || value === undefined
const fail = (operator: number, why: string, whyZh: string) => {
  const name = operators[operator] ?? operator
  return new EngineError(ErrorCode.engine.executeFail, `the condition "${name}" ${why}`, {
    zh: `条件「${name}」${whyZh}`,
  })
}

function equal(left: Operand, right: Operand): boolean {
  if (isNil(left.value) || isNil(right.value)) return isNil(left.value) && isNil(right.value)
  const [a, b] = [typeOf(left), typeOf(right)]
  if (a === b) return same(left.value, right.value)
  // 3 and 3.0 are equal whatever their declared types.
  if (isNumeric(a) && isNumeric(b)) return Number(left.value) === Number(right.value)
  // A text never equals a number on either side: a person who means the number converts it.
  if ((a === 'string' && isNumeric(b)) || (b === 'string' && isNumeric(a))) return false
  if (a === 'string') return left.value === valueText(right.value)
  throw fail(
    Operator.equal,
    `compares ${a} with ${b}; both sides must have one type`,
    `的两侧类型不同（${a} 与 ${b}），须为同一类型`,
  )
}

const isNumeric = (type: string): boolean => type === 'integer' || type === 'number'

/** The type of an operand. The declared type tells integers from floats; otherwise the value decides. */
function typeOf(operand: Operand): string {
  const { value, kind } = operand
  if (typeof value === 'number')
    return kind === 'integer' || kind === 'number' ? kind : Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return kind === 'integer' ? 'integer' : 'string'
  return Array.isArray(value) ? 'list' : typeof value
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  return typeof a === 'object' && typeof b === 'object' ? stableJson(a) === stableJson(b) : false
}

function lengthOf(value: unknown): number {
  if (isNil(value)) return 0
  if (Array.isArray(value)) return value.length
  const text = typeof value === 'string' ? value : valueText(value)
  let count = 0
  for (const _ of text) count++
  return count
}

function wholeOf(operator: number, value: unknown): number {
  const number = isNil(value) ? 0 : typeof value === 'string' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw fail(operator, 'needs a whole number on its right side', '的右侧须为整数')
}

function contains(operator: number, left: unknown, right: unknown): boolean {
  if (isNil(left)) return false
  if (typeof left === 'string') return left.includes(valueText(right))
  if (Array.isArray(left)) return left.some((item) => same(item, right))
  if (isObject(left)) return Object.hasOwn(left, valueText(right))
  throw fail(operator, 'needs a text, a list or an object on its left side', '的左侧须为文本、数组或对象')
}

export function isEmpty(value: unknown): boolean {
  if (isNil(value) || value === '' || value === 'None' || value === 0 || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

function truth(operator: number, value: unknown): boolean | undefined {
  if (isNil(value)) return undefined
  if (typeof value === 'boolean') return value
  throw fail(operator, 'needs a boolean on its left side', '的左侧须为布尔值')
}

function ordered(operator: number, left: unknown, right: unknown): boolean {
  if (isNil(left) || isNil(right)) return compare(operator, isNil(left) ? 0 : 1, isNil(right) ? 0 : 1)
  const [a, b] = [orderable(operator, left), orderable(operator, right)]
  if (typeof a === 'string' || typeof b === 'string') {
    if (typeof a !== typeof b) throw fail(operator, 'compares a text with a number', '不能比较文本与数字')
    return compare(operator, a < b ? -1 : a > b ? 1 : 0, 0)
  }
  return compare(operator, a < b ? -1 : a > b ? 1 : 0, 0)
}

const digits = /^-?\d+$/

function orderable(operator: number, value: unknown): number | bigint | string {
  if (typeof value === 'number') return value
  // Long integers are stored as digits in a string.
  if (typeof value === 'string') return digits.test(value) ? BigInt(value) : value
  throw fail(operator, 'needs numbers on both sides', '的两侧须为数字')
}

function compare(operator: number, a: number, b: number): boolean {
  if (operator === Operator.greater) return a > b
  if (operator === Operator.atLeast) return a >= b
  return operator === Operator.less ? a < b : a <= b
}
