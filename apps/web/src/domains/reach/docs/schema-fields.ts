import { choicesOf, isObject, type JsonSchema, resolve, typeName, valuesOf } from './json-schema.ts'

export interface SchemaField {
  name: string
  schema: JsonSchema
  type: string
  required: boolean
}

/** The fields one level below, including those of the items of a list. */
export function fieldsOf(given: JsonSchema, root: JsonSchema): SchemaField[] {
  const schema = resolve(given, root)
  if (schema.items) return fieldsOf(schema.items, root)
  const values = valuesOf(schema)
  if (values) return hasFields(values, root) ? [field('{key}', values, false, root)] : []
  if (isObject(schema)) {
    const required = new Set(schema.required)
    return Object.entries(schema.properties ?? {}).map(([name, item]) => field(name, item, required.has(name), root))
  }
  if (schema.allOf) return schema.allOf.flatMap((part) => fieldsOf(part, root))
  const choices = choicesOf(schema).filter((choice) => hasFields(choice, root))
  const [only] = choices
  if (choices.length <= 1) return only ? fieldsOf(only, root) : []
  return choices.map((choice, index) => field(`#${index + 1}`, choice, false, root))
}

/** Whether there are nested fields, without descending: schemas may be recursive. */
export function hasFields(given: JsonSchema, root: JsonSchema, depth = 0): boolean {
  if (depth > 4) return false
  const schema = resolve(given, root)
  if (schema.items) return hasFields(schema.items, root, depth + 1)
  if (Object.keys(schema.properties ?? {}).length > 0) return true
  const values = valuesOf(schema)
  if (values) return hasFields(values, root, depth + 1)
  return [...choicesOf(schema), ...(schema.allOf ?? [])].some((part) => hasFields(part, root, depth + 1))
}

const field = (name: string, schema: JsonSchema, required: boolean, root: JsonSchema): SchemaField => ({
  name,
  schema,
  required,
  type: typeName(schema, root),
})
