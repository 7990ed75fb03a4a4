import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../models/chat-types.ts'
import { byPattern, checkItems, checkJoined, checkKeys, fits, hasFormat, isMultiple, isSchema } from './more-rules.ts'

const MAX_DEPTH = 20

/**
 * The validation error as a sentence for the model; undefined when the value is valid. Supports JSON Schema except
 * references to other schemas and rules that depend on what other rules evaluated (`unevaluatedItems`).
 */
export function checkValue(value: unknown, schema: JsonSchema, path = '', depth = 0): string | undefined {
  const at = path || 'the arguments'
  if (depth > MAX_DEPTH) return undefined
  const joined = checkJoined(value, schema, at, (item, part) => checkValue(item, part, path, depth + 1))
  if (joined) return joined
  if ('const' in schema && !isDeepStrictEqual(value, schema.const))
    return `${at} must be ${JSON.stringify(schema.const)}`
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isDeepStrictEqual(one, value)))
    return `${at} must be one of ${JSON.stringify(schema.enum)}`
  const types = typesOf(schema)
  if (types.length && !types.some((type) => hasType(value, type))) return `${at} must be ${types.join(' or ')}`
  if (Array.isArray(value)) return checkArray(value, schema, path, depth)
  if (typeof value === 'object' && value !== null)
    return checkObject(value as Record<string, unknown>, schema, path, depth)
  if (typeof value === 'string') return checkText(value, schema, at)
  return typeof value === 'number' ? checkNumber(value, schema, at) : undefined
}

const typesOf = ({ type }: JsonSchema): string[] =>
  (Array.isArray(type) ? type : type === undefined ? [] : [type]) as string[]

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'null':
      return value === null
    case 'string':
    case 'boolean':
      return typeof value === type
    default:
      return true
  }
}

function checkObject(
  value: Record<string, unknown>,
  schema: JsonSchema,
  path: string,
  depth: number,
): string | undefined {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const inside = (key: string) => (path ? `${path}.${key}` : key)
  for (const key of (schema.required ?? []) as string[])
    if (!Object.hasOwn(value, key) || value[key] === undefined) return `${inside(key)} is required`
  const more = schema.additionalProperties
  for (const [key, item] of Object.entries(value)) {
    const named = Object.hasOwn(properties, key) ? [properties[key]!] : []
    const rules = [...named, ...byPattern(key, schema)]
    for (const rule of rules) {
      const problem = checkValue(item, rule, inside(key), depth + 1)
      if (problem) return problem
    }
    if (rules.length) continue
    if (more === false) return `${inside(key)} is not a parameter`
    const problem = isSchema(more) ? checkValue(item, more, inside(key), depth + 1) : undefined
    if (problem) return problem
  }
  return checkKeys(value, schema, path || 'the arguments', inside, (item, part) =>
    checkValue(item, part, path, depth + 1),
  )
}

function checkArray(value: unknown[], schema: JsonSchema, path: string, depth: number): string | undefined {
  const at = path || 'the arguments'
  if (value.length < Number(schema.minItems ?? 0)) return `${at} needs at least ${schema.minItems} items`
  if (value.length > Number(schema.maxItems ?? Number.POSITIVE_INFINITY))
    return `${at} takes at most ${schema.maxItems} items`
  const first = Array.isArray(schema.prefixItems) ? (schema.prefixItems as JsonSchema[]) : []
  for (const [index, item] of value.entries()) {
    const rule = first[index] ?? schema.items
    if (rule === false) return `${at} takes at most ${first.length} items`
    const problem = isSchema(rule) ? checkValue(item, rule, `${path}[${index}]`, depth + 1) : undefined
    if (problem) return problem
  }
  return checkItems(value, schema, at, (item, part) => checkValue(item, part, path, depth + 1))
}

function checkText(value: string, schema: JsonSchema, at: string): string | undefined {
  if (value.length < Number(schema.minLength ?? 0)) return `${at} needs at least ${schema.minLength} characters`
  if (value.length > Number(schema.maxLength ?? Number.POSITIVE_INFINITY))
    return `${at} takes at most ${schema.maxLength} characters`
  if (typeof schema.pattern === 'string' && fits(value, schema.pattern) === false)
    return `${at} must match the pattern ${schema.pattern}`
  if (typeof schema.format === 'string' && !hasFormat(value, schema.format))
    return `${at} must be a valid ${schema.format}`
  return undefined
}
function checkNumber(value: number, schema: JsonSchema, at: string): string | undefined {
  if (value < Number(schema.minimum ?? Number.NEGATIVE_INFINITY)) return `${at} must be at least ${schema.minimum}`
  if (value > Number(schema.maximum ?? Number.POSITIVE_INFINITY)) return `${at} must be at most ${schema.maximum}`
  if (typeof schema.exclusiveMinimum === 'number' && value <= schema.exclusiveMinimum)
    return `${at} must be greater than ${schema.exclusiveMinimum}`
  if (typeof schema.exclusiveMaximum === 'number' && value >= schema.exclusiveMaximum)
    return `${at} must be less than ${schema.exclusiveMaximum}`
  if (typeof schema.multipleOf === 'number' && !isMultiple(value, schema.multipleOf))
    return `${at} must be a multiple of ${schema.multipleOf}`
  return undefined
}

/** Parses the arguments of a call and checks them against the schema of its tool. */
export function readArguments(
  text: string,
  schema: JsonSchema,
): { args: Record<string, unknown> } | { problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text || '{}', (key, at: unknown) => (key === '__proto__' ? undefined : at))
  } catch {
    return { problem: 'the arguments are not valid JSON' }
  }
  const problem = checkValue(value, { type: 'object', ...schema })
  return problem ? { problem } : { args: value as Record<string, unknown> }
}
