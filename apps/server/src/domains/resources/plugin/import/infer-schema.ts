import type { Json } from './openapi-types.ts'

/** Infers a schema from one value; plain examples become defaults. */
export function inferSchema(value: unknown, depth = 0): Json {
  if (depth > 12) return {}
  if (Array.isArray(value))
    return { type: 'array', items: value.length ? inferSchema(value[0], depth + 1) : { type: 'string' } }
  if (typeof value === 'object' && value !== null)
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(value)
          .slice(0, 200)
          .map(([name, item]) => [name, inferSchema(item, depth + 1)]),
      ),
    }
  if (typeof value === 'boolean') return { type: 'boolean' }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' }
  return { type: 'string' }
}
