/** The part of JSON Schema that describes the responses of tools. */
export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}
export interface Mismatch {
  path: string
  kind: 'missing' | 'type' | 'unknown'
  wanted: string
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const most = 20

/** The paths where a value does not fit the schema. Undeclared fields are reported, because they will be removed. */
export function mismatchesOf(value: unknown, schema: Schema, path = ''): Mismatch[] {
  if (value === null || schema.type === undefined) return []
  if (!isOf(value, schema.type)) return [{ path: path || '$', kind: 'type', wanted: schema.type }]
  if (Array.isArray(value)) {
    const { items } = schema
    return items ? value.flatMap((item, at) => mismatchesOf(item, items, `${path}[${at}]`)).slice(0, most) : []
  }
  if (!isObject(value) || !schema.properties) return []
  const { properties, required = [] } = schema
  const at = (name: string) => (path ? `${path}.${name}` : name)
  return [
    ...required
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => ({ path: at(name), kind: 'missing' as const, wanted: properties[name]?.type ?? '' })),
    ...Object.entries(value).flatMap(([name, item]): Mismatch[] =>
      Object.hasOwn(properties, name)
        ? mismatchesOf(item, properties[name]!, at(name))
        : [{ path: at(name), kind: 'unknown', wanted: '' }],
    ),
  ].slice(0, most)
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** A sample value that fits the schema. */
export function sampleOf(schema: Schema): unknown {
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, item]) => [name, sampleOf(item)]))
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items)] : []
  if (schema.type === 'integer' || schema.type === 'number') return 0
  return schema.type === 'boolean' ? false : ''
}
