import type { JsonSchema } from '../models/chat-types.ts'

const MAX_DEPTH = 20

/**
 * Validation error as a sentence for the model; undefined when the value fits. Supports the part of JSON Schema that
 * tools use.
 */
export function checkValue(value: unknown, schema: JsonSchema, path = '', depth = 0): string | undefined {
  const at = path || 'the arguments'
  if (depth > MAX_DEPTH) return undefined
  const union = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (union?.length && union.every((item) => checkValue(value, item, path, depth + 1)))
    return `${at} fits none of the allowed forms`
  if ('const' in schema && value !== schema.const) return `${at} must be ${JSON.stringify(schema.const)}`
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
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
  for (const [key, item] of Object.entries(value)) {
    if (Object.hasOwn(properties, key)) {
      const problem = checkValue(item, properties[key]!, inside(key), depth + 1)
      if (problem) return problem
    } else if (schema.additionalProperties === false) return `${inside(key)} is not a parameter`
  }
  return undefined
}

function checkArray(value: unknown[], schema: JsonSchema, path: string, depth: number): string | undefined {
  const at = path || 'the arguments'
  if (value.length < Number(schema.minItems ?? 0)) return `${at} needs at least ${schema.minItems} items`
  if (value.length > Number(schema.maxItems ?? Number.POSITIVE_INFINITY))
    return `${at} takes at most ${schema.maxItems} items`
  if (!schema.items) return undefined
  for (const [index, item] of value.entries()) {
    const problem = checkValue(item, schema.items as JsonSchema, `${path}[${index}]`, depth + 1)
    if (problem) return problem
  }
  return undefined
}

function checkText(value: string, schema: JsonSchema, at: string): string | undefined {
  if (value.length < Number(schema.minLength ?? 0)) return `${at} needs at least ${schema.minLength} characters`
  if (value.length > Number(schema.maxLength ?? Number.POSITIVE_INFINITY))
    return `${at} takes at most ${schema.maxLength} characters`
  return undefined
}
function checkNumber(value: number, schema: JsonSchema, at: string): string | undefined {
  if (value < Number(schema.minimum ?? Number.NEGATIVE_INFINITY)) return `${at} must be at least ${schema.minimum}`
  if (value > Number(schema.maximum ?? Number.POSITIVE_INFINITY)) return `${at} must be at most ${schema.maximum}`
  return undefined
}

/** The arguments of a call, checked against the schema of its tool. */
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
