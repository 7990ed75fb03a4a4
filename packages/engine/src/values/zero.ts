import { isObject, setOwn, type Values } from './own.ts'
import type { TypeInfo } from './types.ts'

/** The value of an input that nothing supplied; null for lists and objects. */
export function zeroOf(type: TypeInfo): unknown {
  switch (type.kind) {
    case 'string':
    case 'time':
    case 'file':
      return ''
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    default:
      return null
  }
}

/** Fills missing values before a node runs: zero values at the top and in lists, null in the fields of objects. */
export function fillZero(value: unknown, type: TypeInfo): unknown {
  if (value === null || value === undefined) return zeroOf(type)
  return fillInside(value, type)
}

function fillInside(value: unknown, type: TypeInfo): unknown {
  if (type.kind === 'list' && type.element && Array.isArray(value)) {
    const element = type.element
    let filled: unknown[] | undefined
    for (let i = 0; i < value.length; i++) {
      const before = value[i] as unknown
      const after = fillZero(before, element)
      if (filled) filled.push(after)
      else if (after !== before) (filled = value.slice(0, i)).push(after)
    }
    return filled ?? value
  }
  return type.kind === 'object' && type.fields && isObject(value) ? fillFields(value, type) : value
}

function fillFields(value: Values, type: TypeInfo): Values {
  let filled: Values | undefined
  for (const [name, variable] of type.fields!) {
    const before = Object.hasOwn(value, name) ? value[name] : undefined
    const after = before === undefined ? null : before === null ? null : fillInside(before, variable.type)
    if (after !== before) {
      if (!filled) {
        filled = {}
        for (const key of Object.keys(value)) setOwn(filled, key, value[key])
      }
      setOwn(filled, name, after)
    }
  }
  return filled ?? value
}
