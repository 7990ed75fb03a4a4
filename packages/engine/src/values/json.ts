import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError } from '#errors.ts'
import { isObject } from './own.ts'

const longDigits = /\d{16}/
const wholeNumber = /^-?\d+$/
const deepest = 500

/** Parses JSON. Integers that a double cannot represent stay as digits in a string, so that an id is never rounded. */
export function parseJson(text: string): unknown {
  if (!longDigits.test(text)) return JSON.parse(text)
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && !Number.isSafeInteger(value) && wholeNumber.test(source)
    ? source
    : value
}

/** JSON with sorted keys: equal values give equal text. */
export function stableJson(value: unknown, depth = 0): string {
  if (depth > deepest)
    throw new EngineError(ErrorCode.engine.operationFail, `a value is nested more than ${deepest} levels deep`, {
      zh: `值的嵌套超过 ${deepest} 层`,
    })
  if (Array.isArray(value)) return `[${value.map((item) => stableJson(item ?? null, depth + 1)).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const parts: string[] = []
  for (const key of Object.keys(value).sort()) {
    const found = value[key]
    if (found !== undefined) parts.push(`${JSON.stringify(key)}:${stableJson(found, depth + 1)}`)
  }
  return `{${parts.join(',')}}`
}

/** A number in decimal notation: no exponent, no trailing zeros. */
export function numberText(value: number): string {
  const text = String(value)
  const at = text.indexOf('e')
  if (at < 0) return text
  const [whole = '', fraction = ''] = text.slice(0, at).split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const digits = whole.replace('-', '') + fraction
  const point = whole.length - sign.length + Number(text.slice(at + 1))
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return sign + digits.padEnd(point, '0')
}

/** Any value as text for a template or a string parameter. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value)
  return typeof value === 'boolean' ? String(value) : stableJson(value)
}

/** The approximate length of a value as JSON; counting stops once `cap` is exceeded. */
export function sizeOf(value: unknown, cap: number): number {
  let size = 0
  const stack: unknown[] = [value]
  while (stack.length && size <= cap) {
    const found = stack.pop()
    if (typeof found === 'string') size += found.length + 2
    else if (Array.isArray(found)) {
      size += found.length + 2
      for (const item of found) stack.push(item)
    } else if (isObject(found)) {
      for (const key in found) {
        size += key.length + 4
        stack.push(found[key])
      }
    } else size += 5
  }
  return size
}
