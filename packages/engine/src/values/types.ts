import { field } from '#canvas/fields.ts'
import { isObject } from './own.ts'

export type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'time' | 'file' | 'object' | 'list' | 'any'

export interface TypeInfo {
  kind: Kind
  /** File kind (2 image, 8 audio, 10 video …); 0 for other types. */
  assist: number
  /** Type of the elements of a list; `any` if the canvas does not declare it. */
  element: TypeInfo | undefined
  /** Fields of an object; undefined for an open object. */
  fields: ReadonlyMap<string, Variable> | undefined
}

export interface Variable {
  name: string
  type: TypeInfo
  required: boolean
  description: string
  defaultValue: unknown
}

const plain = (kind: Kind): TypeInfo => ({ kind, assist: 0, element: undefined, fields: undefined })
export const anyType = plain('any')
export const stringType = plain('string')
export const integerType = plain('integer')
export const numberType = plain('number')
export const booleanType = plain('boolean')
const timeType = plain('time')
const deepest = 64

export const listOf = (element: TypeInfo): TypeInfo => ({ kind: 'list', assist: 0, element, fields: undefined })

/** Reads `{type, assistType, schema}`, the same in variables and in block inputs. */
export function parseType(raw: unknown, depth = 0): TypeInfo {
  if (!isObject(raw) || depth > deepest) return anyType
  const schema = field(raw, 'schema')
  switch (field(raw, 'type')) {
    case 'string':
      return parseString(Number(field(raw, 'assistType') ?? 0))
    case 'integer':
      return integerType
    case 'float':
    case 'number':
      return numberType
    case 'boolean':
      return booleanType
    case 'list':
      return listOf(isObject(schema) ? parseType(schema, depth + 1) : anyType)
    case 'object':
      return { kind: 'object', assist: 0, element: undefined, fields: parseFields(schema, depth + 1) }
    default:
      return anyType
  }
}

function parseString(assist: number): TypeInfo {
  if (assist >= 1 && assist <= 12) return { kind: 'file', assist, element: undefined, fields: undefined }
  return assist === 10000 ? timeType : stringType
}

function parseFields(schema: unknown, depth: number): ReadonlyMap<string, Variable> | undefined {
  if (!Array.isArray(schema)) return undefined
  const fields = new Map<string, Variable>()
  for (const found of schema) {
    // Fields of an `object_ref` carry their type inside `input`.
    const typed =
      isObject(found) && isObject(field(found, 'input')) ? { ...found, ...(field(found, 'input') as object) } : found
    const variable = parseVariable(typed, depth)
    if (variable) fields.set(variable.name, variable)
  }
  return fields
}

function parseVariable(raw: unknown, depth = 0): Variable | undefined {
  if (!isObject(raw)) return undefined
  const name = field(raw, 'name')
  if (typeof name !== 'string') return undefined
  return {
    name,
    type: parseType(raw, depth),
    required: field(raw, 'required') === true,
    description: String(field(raw, 'description') ?? ''),
    defaultValue: field(raw, 'defaultValue'),
  }
}

export function parseVariables(raw: unknown): Variable[] {
  return Array.isArray(raw) ? raw.flatMap((item) => parseVariable(item) ?? []) : []
}

/** The name of a type for people; it is part of the warnings. */
export function typeName(type: TypeInfo): string {
  return type.kind === 'list' ? 'list' : type.kind
}
