/** The subset of JSON Schema that the contract uses. */
export interface JsonSchema {
  type?: string | readonly string[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  prefixItems?: readonly JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  description?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

const maxSteps = 8

/** Resolves references within the same schema. A broken reference accepts anything. */
export function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let at = schema
  for (let step = 0; at.$ref !== undefined && step < maxSteps; step += 1) {
    const name = /^#\/\$defs\/(.+)$/.exec(at.$ref)?.[1]
    at = at.$ref === '#' ? root : ((name === undefined ? undefined : root.$defs?.[name]) ?? {})
  }
  return at
}

export const choicesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? []
export const isObject = (schema: JsonSchema): boolean => schema.type === 'object' || schema.properties !== undefined

/** The schema of the values of a map, which is an object with arbitrary keys. */
export function valuesOf(schema: JsonSchema): JsonSchema | undefined {
  const { additionalProperties: values } = schema
  return typeof values === 'object' && Object.keys(schema.properties ?? {}).length === 0 ? values : undefined
}

export function typeName(given: JsonSchema, root: JsonSchema): string {
  const schema = resolve(given, root)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const choices = choicesOf(schema)
  if (choices.length > 0) return [...new Set(choices.map((choice) => typeName(choice, root)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => typeName(part, root)).join(' & ')
  if (schema.type === 'array' || schema.items) return `array<${schema.items ? typeName(schema.items, root) : 'any'}>`
  const values = valuesOf(schema)
  if (values) return `map<${typeName(values, root)}>`
  if (isObject(schema)) return 'object'
  if (schema.format === 'binary') return 'file'
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  return typeof schema.type === 'string' ? schema.type : 'any'
}
