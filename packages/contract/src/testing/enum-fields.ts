import type { z } from 'zod'

/** A field of a call that takes one of a list of values. */
export interface EnumField {
  /** A dotted path; `[]` stands for the items of a list, `{}` for the values of a record. */
  path: string
  schema: z.ZodType
  values: readonly (string | number)[]
}
type Def = z.core.$ZodTypeDef & Record<string, unknown>
const defOf = (schema: unknown) => (schema as z.ZodType).def as unknown as Def
const wrappers = new Set(['optional', 'nullable', 'default', 'prefault', 'catch', 'readonly', 'nonoptional'])

/** Finds every enum in the schema of a call, at any depth. */
export function enumFields(schema: z.ZodType, path = '', depth = 0): EnumField[] {
  if (depth > 14) return []
  const def = defOf(schema)
  const inner = (next: unknown, at = path) => enumFields(next as z.ZodType, at, depth + 1)
  if (wrappers.has(def.type)) return inner(def.innerType)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as object).flatMap(([key, value]) => inner(value, path ? `${path}.${key}` : key))
    case 'array':
      return inner(def.element, `${path}[]`)
    case 'record':
      return inner(def.valueType, `${path}{}`)
    case 'lazy':
      return inner((def.getter as () => unknown)())
    case 'pipe': {
      // The side of the pipe with the values: the input, unless it is only a transform.
      const side = defOf(def.in).type === 'transform' || defOf(def.out).type !== 'transform' ? def.out : def.in
      return inner(side).map((field) => (field.path === path ? { ...field, schema } : field))
    }
    case 'union':
      return unionFields(schema, def.options as z.ZodType[], path, inner)
    case 'enum':
    case 'literal':
      return [{ path, schema, values: listed(schema) }]
    default:
      return []
  }
}

const listed = (schema: z.ZodType): (string | number)[] => {
  const def = defOf(schema)
  return (def.type === 'enum' ? Object.values(def.entries as object) : def.values) as (string | number)[]
}

function unionFields(schema: z.ZodType, options: z.ZodType[], path: string, inner: (next: z.ZodType) => EnumField[]) {
  const isList = options.every((option) => ['enum', 'literal'].includes(defOf(option).type))
  return isList ? [{ path, schema, values: options.flatMap(listed) }] : options.flatMap((option) => inner(option))
}
