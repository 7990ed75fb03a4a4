import { listType, type ValueType, type VariableShape } from '@orrery/engine/describe'

/** Derives outputs from an example: the fields and types of a JSON object; undefined if the text is not one. */
export function shapeOfJson(text: string): VariableShape[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  return isRecord(value) ? fieldsIn(value, 0) : undefined
}

const maxDepth = 8
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsIn = (value: Record<string, unknown>, depth: number): VariableShape[] =>
  Object.entries(value).map(([name, item]) => ({ name: nameFrom(name), ...typeIn(item, depth) }))

/** Output names allow fewer characters than JSON keys: other characters become `_`. */
const nameFrom = (key: string): string => {
  const name = key.replace(/[^A-Za-z0-9_]/g, '_')
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`
}

function typeIn(value: unknown, depth: number): ValueType {
  if (typeof value === 'boolean') return { type: 'boolean' }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'float' }
  if (depth >= maxDepth) return { type: 'string' }
  if (Array.isArray(value)) return listType(elementIn(value, depth + 1))
  if (isRecord(value)) return { type: 'object', schema: fieldsIn(value, depth + 1) }
  return { type: 'string' }
}

/** Common type of all elements: fields of objects are merged, and a mix of integers and floats becomes float. */
function elementIn(list: readonly unknown[], depth: number): ValueType {
  const given = list.filter((item) => item !== null)
  if (given.length && given.every(isRecord))
    return { type: 'object', schema: fieldsIn(Object.assign({}, ...given), depth) }
  const types = given.map((item) => typeIn(item, depth))
  const kinds = new Set(types.map((type) => type.type))
  if (kinds.size === 1) return types[0]!
  return kinds.size === 2 && kinds.has('integer') && kinds.has('float') ? { type: 'float' } : { type: 'string' }
}
