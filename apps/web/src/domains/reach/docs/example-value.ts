import { choicesOf, isObject, type JsonSchema, resolve } from './json-schema.ts'

export interface Seeds {
  /** Known values by field name, such as the id of the current space. */
  [name: string]: string
}

const maxDepth = 6

/** An example to start from: all required fields, each with a hint about what to enter. */
export function exampleValue(given: JsonSchema, root: JsonSchema, seeds: Seeds = {}, name = '', depth = 0): unknown {
  const schema = resolve(given, root)
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum && schema.enum.length > 0) return schema.enum[0]
  const seed = seeds[name]
  if (seed !== undefined && seed !== '' && !isObject(schema)) return seed
  const [first] = choicesOf(schema)
  if (first) return exampleValue(first, root, seeds, name, depth)
  if (schema.type === 'array' || schema.items) {
    const wanted = depth < maxDepth && (schema.minItems ?? 0) > 0 && schema.items
    return wanted ? [exampleValue(wanted, root, seeds, name.replace(/_?list$|s$/, ''), depth + 1)] : []
  }
  if (isObject(schema)) return exampleObject(schema, root, seeds, depth)
  if (schema.type === 'boolean') return false
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 0
  if (schema.type === 'null') return null
  if (schema.format === 'email') return 'name@example.org'
  return name === '' ? '' : `<${name}>`
}

function exampleObject(schema: JsonSchema, root: JsonSchema, seeds: Seeds, depth: number): Record<string, unknown> {
  if (depth >= maxDepth) return {}
  const required = schema.required ?? []
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => required.includes(name))
      .map(([name, item]) => [name, exampleValue(item, root, seeds, name, depth + 1)]),
  )
}
