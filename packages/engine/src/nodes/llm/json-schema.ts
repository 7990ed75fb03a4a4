import { setOwn, type Values } from '#values/own.ts'
import type { TypeInfo, Variable } from '#values/types.ts'

/** Converts declared variables to JSON Schema for models. */
export function objectSchema(variables: Iterable<Variable>): Values {
  const properties: Values = {}
  const required: string[] = []
  for (const { name, type, description, required: isRequired } of variables) {
    const schema = typeSchema(type)
    setOwn(properties, name, description ? { ...schema, description } : schema)
    if (isRequired) required.push(name)
  }
  return required.length ? { type: 'object', properties, required } : { type: 'object', properties }
}

function typeSchema(type: TypeInfo): Values {
  switch (type.kind) {
    case 'integer':
    case 'number':
    case 'boolean':
      return { type: type.kind }
    case 'list':
      return { type: 'array', items: type.element ? typeSchema(type.element) : {} }
    case 'object':
      return type.fields ? objectSchema(type.fields.values()) : { type: 'object' }
    case 'any':
      return {}
    default:
      return { type: 'string' }
  }
}
